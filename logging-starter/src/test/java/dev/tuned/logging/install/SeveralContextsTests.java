/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LogFile;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.support.StaticApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.autoconfigure.LoggingAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Who may end the asynchronous mode, and when: the logger context is the JVM's, not an application's. */
class SeveralContextsTests {

    private static final Logger log = LoggerFactory.getLogger(SeveralContextsTests.class);
    private static final String[] BOTH = {"tuned-logging-CONSOLE", "tuned-logging-FILE"};

    @RegisterExtension
    final Applications applications = new Applications();

    @TempDir
    Path directory;

    @Test
    void closingTheOnlyApplicationEndsAllThreads() throws IOException {
        ConfigurableApplicationContext application = applications.run(file());
        Applications.awaitThreads(BOTH);
        application.close();
        Applications.awaitThreads();
        assertThat(synchronous()).containsExactly(true, true);
        log.info("after the end");
        assertThat(Files.readString(directory.resolve("app.log"))).contains("after the end");
    }

    /** As before a checkpoint, or in the cache of a test's contexts. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anApplicationThatIsStoppedAndStartedAgainGoesOn(boolean paused) throws IOException {
        ConfigurableApplicationContext application = applications.run(file());
        if (paused) {
            application.pause();
        } else {
            application.stop();
        }
        assertThat(synchronous()).containsExactly(true, true);
        log.info("while stopped");
        if (paused) {
            application.restart();
        } else {
            application.start();
        }
        assertThat(synchronous()).containsExactly(false, false);
        Applications.awaitThreads(BOTH);
        log.info("again");
        application.close();
        assertThat(synchronous()).containsExactly(true, true);
        Applications.awaitThreads();
        assertThat(Files.readString(directory.resolve("app.log"))).contains("while stopped", "again");
    }

    @Test
    void ofTwoApplicationsOneThatIsStoppedAndStartedAgainOwnsItOnce() {
        ConfigurableApplicationContext first = applications.run(file());
        ConfigurableApplicationContext second = applications.run();
        first.stop();
        assertThat(synchronous()).containsExactly(false, false);
        first.start();
        second.close();
        assertThat(synchronous()).containsExactly(false, false);
        first.close();
        assertThat(synchronous()).containsExactly(true, true);
    }

    @Test
    void ofTwoApplicationsTheFirstToCloseLeavesTheOthersLoggingAsynchronous() {
        ConfigurableApplicationContext first = applications.run(file());
        ConfigurableApplicationContext second = applications.run();
        first.close();
        assertThat(synchronous()).containsExactly(false, false);
        second.close();
        assertThat(synchronous()).containsExactly(true, true);
    }

    @Test
    void afterOneHasClosedAThirdApplicationSetsLoggingUpAnewForBoth() {
        ConfigurableApplicationContext first = applications.run(file());
        ConfigurableApplicationContext second = applications.run();
        first.close();
        ConfigurableApplicationContext third = applications.run(file());
        third.close();
        assertThat(synchronous()).containsExactly(false, false);
        second.close();
        assertThat(synchronous()).containsExactly(true, true);
    }

    @Test
    void anApplicationThatFailsToStartLeavesTheOthersLoggingAsynchronous() {
        ConfigurableApplicationContext first = applications.run(file());
        SpringApplicationBuilder failing = new SpringApplicationBuilder(Failing.class);
        assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> applications.run(failing));
        assertThat(synchronous()).containsExactly(false, false);
        first.close();
        assertThat(synchronous()).containsExactly(true, true);
    }

    @Test
    void aChildHasNoSayInIt() {
        SpringApplicationBuilder parent = new SpringApplicationBuilder(Applications.Application.class);
        ConfigurableApplicationContext child = applications.run(parent.child(Applications.Application.class), file());
        child.close();
        assertThat(synchronous()).containsExactly(false, false);
        parent.context().close();
        assertThat(synchronous()).containsExactly(true, true);
    }

    /** No auto-configuration acts for it. */
    @Test
    void plainChildrenLeaveNothingBehind() throws Exception {
        SpringApplicationBuilder parent = new SpringApplicationBuilder(Applications.Application.class);
        for (int i = 0; i < 3; i++) {
            applications.run(parent.child(Plain.class), file()).close();
        }
        assertThat(synchronous()).containsExactly(false, false);
        List<Thread> hooks = AsyncLoggingTests.exitHooks(InstalledLogging.of(Applications.logback()));
        parent.context().close();
        assertThat(synchronous()).containsExactly(true, true);
        Applications.awaitThreads();
        assertThat(hooks).hasSize(2).noneMatch(Runtime.getRuntime()::removeShutdownHook);
    }

    @Test
    void aGrandchildLeavesNothingBehindEither() {
        SpringApplicationBuilder parent = new SpringApplicationBuilder(Plain.class);
        SpringApplicationBuilder child = parent.child(Applications.Application.class);
        applications.run(child.child(Plain.class), file()).close();
        child.context().close();
        parent.context().close();
        assertThat(synchronous()).containsExactly(true, true);
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    static class Plain {}

    @Test
    void aParentMayCloseWithItsChildStillOpen() {
        SpringApplicationBuilder parent = new SpringApplicationBuilder(Applications.Application.class);
        applications.run(parent.child(Applications.Application.class), file());
        parent.context().close();
        assertThat(synchronous()).containsExactly(true, true);
    }

    /** Boot does not clean up after it, as it has a parent. */
    @Test
    void aChildOfAContextThatIsNotBootsEndsItItself() {
        StaticApplicationContext parent = new StaticApplicationContext();
        parent.refresh();
        ConfigurableApplicationContext child =
                applications.run(new SpringApplicationBuilder(Applications.Application.class).parent(parent), file());
        assertThat(synchronous()).containsExactly(false, false);
        child.close();
        assertThat(synchronous()).containsExactly(true, true);
    }

    /** As a refresh of remote configuration does: with a logging system of its own, on behalf of an application. */
    @Test
    void loggingInitializedAgainForAnApplicationIsStillThatApplications() throws IOException {
        ConfigurableApplicationContext application = applications.run(file());
        InstalledLogging before = InstalledLogging.of(Applications.logback());
        log.info("before");
        initializeAgain(application.getEnvironment());
        assertThat(InstalledLogging.of(Applications.logback())).isNotSameAs(before);
        assertThat(synchronous()).containsExactly(false, false);
        Applications.awaitThreads(BOTH);
        log.info("after");
        application.close();
        assertThat(synchronous()).containsExactly(true, true);
        assertThat(Files.readString(directory.resolve("app.log")))
                .contains("before")
                .contains("after");
    }

    /** As Spring Cloud does at each refresh, with an environment that is gone afterwards. */
    @Test
    void loggingInitializedAgainWithAnotherEnvironmentHasNoOtherOwner() {
        ConfigurableApplicationContext application = applications.run(file());
        for (int i = 0; i < 3; i++) {
            StandardEnvironment copy = new StandardEnvironment();
            application.getEnvironment().getPropertySources().forEach(copy.getPropertySources()::addLast);
            initializeAgain(copy);
            assertThat(synchronous()).containsExactly(false, false);
        }
        application.close();
        assertThat(synchronous()).containsExactly(true, true);
        Applications.awaitThreads();
    }

    /** As Spring Cloud does at the start: a context above the application that is never closed. */
    @Test
    void theContextThatPreparesTheStartIsNoOwner() {
        StandardEnvironment bootstrap = new StandardEnvironment();
        bootstrap.getPropertySources().addFirst(new MapPropertySource("bootstrap", Map.of()));
        ConfigurableApplicationContext parent =
                applications.run(new SpringApplicationBuilder(Plain.class).environment(bootstrap), file());
        bootstrap.getPropertySources().remove("bootstrap");
        ConfigurableApplicationContext application =
                applications.run(new SpringApplicationBuilder(Applications.Application.class).parent(parent), file());
        assertThat(synchronous()).containsExactly(false, false);
        application.close();
        assertThat(synchronous()).containsExactly(true, true);
    }

    private static void initializeAgain(ConfigurableEnvironment environment) {
        LoggingSystem again = LoggingSystem.get(SeveralContextsTests.class.getClassLoader());
        again.cleanUp();
        again.beforeInitialize();
        again.initialize(new LoggingInitializationContext(environment), null, LogFile.get(environment));
    }

    private String file() {
        return "--logging.file.name=" + directory.resolve("app.log");
    }

    private static List<Boolean> synchronous() {
        return InstalledLogging.of(Applications.logback()).statistics().stream()
                .map(AppenderStatistics::synchronous)
                .toList();
    }

    @ImportAutoConfiguration(LoggingAutoConfiguration.class)
    @SpringBootConfiguration(proxyBeanMethods = false)
    static class Failing {

        @Bean
        Object fails() {
            throw new IllegalStateException("this start fails");
        }
    }
}
