/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.recovery.ResilientFileOutputStream;
import ch.qos.logback.core.rolling.RollingFileAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.logging.logback.LogbackLoggingSystem;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.AsyncLogging;
import dev.tuned.logging.install.InstalledLogging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Real applications: what the starter does is done before there is a context. */
@ExtendWith(OutputCaptureExtension.class)
class LoggingAutoConfigurationTests {

    private static final Logger log = LoggerFactory.getLogger(LoggingAutoConfigurationTests.class);

    @TempDir
    Path directory;

    private final List<ConfigurableApplicationContext> applications = new ArrayList<>();

    @AfterEach
    void leaveLoggingAsFound() {
        applications.forEach(ConfigurableApplicationContext::close);
        context().reset();
    }

    @Test
    void isActivePresetByDefault() {
        ConfigurableApplicationContext application = run();
        assertThat(application.getBean(LoggingSystem.class)).isInstanceOf(TunedLogbackLoggingSystem.class);
        assertThat(asynchronous()).contains("FILE");
        assertThat(asynchronous()).contains("CONSOLE");
    }

    @Test
    void isOffBySwitch(CapturedOutput output) {
        run("--tuned.logging.enabled=false", "--tuned.logging.async.queue-size=0");
        assertThat(InstalledLogging.of(context())).isNull();
        assertThat(((OutputStreamAppender<?>) root("FILE")).getOutputStream())
                .isExactlyInstanceOf(ResilientFileOutputStream.class);
        assertThat(context().isPackagingDataEnabled()).isTrue();
        assertThat(output).contains(" : Started ").doesNotContain("tuned logging");
    }

    /** Boot would print what the logging system throws as a stack trace. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "many"})
    void anUnusableValueFailsTheApplicationAndNotTheLoggingSystem(String queueSize, CapturedOutput output) {
        assertThatExceptionOfType(UnsatisfiedDependencyException.class)
                .isThrownBy(() -> run("--tuned.logging.async.queue-size=" + queueSize))
                .withMessageContaining("LoggingProperties");
        assertThat(InstalledLogging.of(context())).isNull();
        assertThat(output)
                .contains("APPLICATION FAILED TO START", "tuned.logging.async.queue-size")
                .doesNotContain("Logging system failed to initialize");
    }

    @Test
    void anAppenderIsNotBothIncludedAndExcluded(CapturedOutput output) {
        assertThatExceptionOfType(UnsatisfiedDependencyException.class)
                .isThrownBy(() -> run("--tuned.logging.async.include=FILE", "--tuned.logging.async.exclude=FILE"));
        assertThat(output).contains("APPLICATION FAILED TO START", "async.include names it, too");
    }

    @ParameterizedTest
    @ValueSource(strings = {"maybe", "treu", "2"})
    void aSwitchThatIsNeitherOnNorOffFailsTheApplication(String value, CapturedOutput output) {
        assertThatExceptionOfType(BindException.class).isThrownBy(() -> run("--tuned.logging.enabled=" + value));
        assertThat(output)
                .contains("APPLICATION FAILED TO START", "tuned.logging.enabled")
                .doesNotContain("Logging system failed to initialize");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclude", "include", "overflow-of.FIEL"})
    void aNameThatNoAppenderHasIsSaidOnce(String property, CapturedOutput output) {
        run("--tuned.logging.async." + property + "=" + (property.endsWith("FIEL") ? "block-forever" : "FIEL"));
        AsyncLogging.flush();
        assertThat(output).containsOnlyOnce("no appender of a logger is named FIEL");
    }

    @Test
    void anAsyncAppenderOfTheUsersStays(CapturedOutput output) throws Exception {
        Path xml = Files.writeString(directory.resolve("own.xml"), """
                <configuration>
                  <include resource="org/springframework/boot/logging/logback/base.xml"/>
                  <appender name="MINE" class="ch.qos.logback.classic.AsyncAppender"><appender-ref ref="FILE"/></appender>
                  <root level="INFO"><appender-ref ref="MINE"/></root>
                </configuration>
                """);
        run("--logging.config=" + xml);
        assertThat(root("MINE")).isExactlyInstanceOf(AsyncAppender.class);
        assertThat(((AsyncAppender) root("MINE")).getQueueSize()).isEqualTo(AsyncAppender.DEFAULT_QUEUE_SIZE);
        assertThat(output).contains("MINE left alone (asynchronous already: it stands in front of others, and can go)");
    }

    @Test
    void nothingIsDoneWithoutLogback() {
        ClassLoader without = new FilteredClassLoader("ch.qos.logback");
        assertThat(new TunedLoggingSystemFactory().getLoggingSystem(without)).isNull();
        new ApplicationContextRunner()
                .withClassLoader(without)
                .withConfiguration(AutoConfigurations.of(LoggingAutoConfiguration.class))
                .run(context ->
                        assertThat(context).hasNotFailed().doesNotHaveBean(LoggingAutoConfiguration.StartupLine.class));
    }

    @Test
    void anotherLoggingSystemIsLeftAlone() {
        System.setProperty(LoggingSystem.SYSTEM_PROPERTY, LogbackLoggingSystem.class.getName());
        try {
            ConfigurableApplicationContext application = run();
            assertThat(application.getBean(LoggingSystem.class)).isExactlyInstanceOf(LogbackLoggingSystem.class);
            assertThat(root("FILE")).isExactlyInstanceOf(RollingFileAppender.class);
        } finally {
            System.clearProperty(LoggingSystem.SYSTEM_PROPERTY);
        }
    }

    @Test
    void aTestThatCapturesTheConsoleFindsALineAtOnce(CapturedOutput output) {
        run();
        for (int i = 0; i < 100; i++) {
            log.info("captured {}", i);
            assertThat(output).endsWith("captured " + i + System.lineSeparator());
        }
    }

    @Test
    void aTestThatReadsAFileFindsALineAfterAFlush() throws Exception {
        run();
        log.info("in the file");
        assertThat(AsyncLogging.flush()).isTrue();
        assertThat(Files.readString(file())).contains("in the file");
    }

    @Test
    void theAppenderIsTheUsersOwn() {
        run("--logging.structured.format.file=ecs");
        assertThat(root("FILE")).isExactlyInstanceOf(RollingFileAppender.class);
        assertThat(((RollingFileAppender<?>) root("FILE")).getFile()).isEqualTo(file().toString());
        assertThat(((RollingFileAppender<?>) root("FILE"))
                        .getEncoder()
                        .getClass()
                        .getName())
                .isEqualTo("org.springframework.boot.logging.logback.StructuredLogEncoder");
        assertThat(root("CONSOLE")).isExactlyInstanceOf(ConsoleAppender.class);
    }

    @Test
    void oneAppenderMayHaveItsOwnOverflowPolicy() {
        run("--tuned.logging.async.overflow-of.FILE=block-forever");
        assertThat(InstalledLogging.of(context()).statistics())
                .extracting(each -> each.name() + " " + each.overflow())
                .contains("FILE BLOCK_FOREVER", "CONSOLE BLOCK");
    }

    /** Also one that is not the last, and what was logged while its beans were destroyed. */
    @Test
    void closingAnyContextWritesWhatWasLogged() throws Exception {
        run();
        ConfigurableApplicationContext other = new SpringApplicationBuilder(LogsItsEnd.class)
                .web(WebApplicationType.NONE)
                .run();
        log.info("before close");
        other.close();
        assertThat(Files.readString(file())).contains("before close", "while destroyed");
    }

    @ImportAutoConfiguration(LoggingAutoConfiguration.class)
    static class LogsItsEnd implements DisposableBean {

        @Override
        public void destroy() {
            log.info("while destroyed");
        }
    }

    @Test
    void closingTheContextWritesEverything() throws Exception {
        ConfigurableApplicationContext context = run();
        log.info("before close");
        context.close();
        assertThat(Files.readString(file())).contains("before close");
        log.info("after close");
        assertThat(Files.readString(file())).contains("after close");
    }

    @Test
    void aSecondApplicationInTheSameJvmIsWrappedAnew() {
        ConfigurableApplicationContext first = run();
        InstalledLogging before = InstalledLogging.of(context());
        first.close();
        ConfigurableApplicationContext second = run();
        assertThat(second.isActive()).isTrue();
        assertThat(InstalledLogging.of(context())).isNotNull().isNotSameAs(before);
        assertThat(asynchronous()).contains("FILE");
    }

    @Test
    void twoApplicationsShareOnePresetUntilTheLastIsClosed() {
        ConfigurableApplicationContext first = run();
        InstalledLogging installed = InstalledLogging.of(context());
        ConfigurableApplicationContext second = run("--tuned.logging.async.queue-size=1KB");
        assertThat(second.isActive() && first.isActive()).isTrue();
        assertThat(InstalledLogging.of(context())).isSameAs(installed);
    }

    @Test
    void structuredLoggingIsCovered() throws Exception {
        run("--logging.structured.format.file=ecs");
        assertThat(asynchronous()).contains("FILE");
        log.info("structured");
        AsyncLogging.flush();
        assertThat(Files.readString(file())).contains("\"message\":\"structured\"");
    }

    @Test
    void aheadOfTimeProcessingStillFindsBootsContribution() throws Exception {
        Path xml =
                Files.writeString(directory.resolve("own.xml"), "<configuration><root level='INFO'/></configuration>");
        System.setProperty("spring.aot.processing", "true");
        try {
            ConfigurableApplicationContext context = run("--logging.config=" + xml);
            TunedLogbackLoggingSystem system = context.getBean(TunedLogbackLoggingSystem.class);
            BeanFactoryInitializationAotContribution contribution =
                    system.processAheadOfTime(new DefaultListableBeanFactory());
            assertThat(contribution).isNotNull();
        } finally {
            System.clearProperty("spring.aot.processing");
        }
    }

    private ConfigurableApplicationContext run(String... arguments) {
        ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties("logging.file.name=" + file())
                .run(arguments);
        applications.add(application);
        return application;
    }

    private Path file() {
        return directory.resolve("app.log");
    }

    private static Appender<ILoggingEvent> root(String name) {
        Iterator<Appender<ILoggingEvent>> appenders =
                context().getLogger(Logger.ROOT_LOGGER_NAME).iteratorForAppenders();
        while (appenders.hasNext()) {
            Appender<ILoggingEvent> appender = appenders.next();
            if (name.equals(appender.getName())) {
                return appender;
            }
        }
        throw new AssertionError("no appender " + name);
    }

    private static List<String> asynchronous() {
        return InstalledLogging.of(context()).statistics().stream()
                .map(AppenderStatistics::name)
                .toList();
    }

    private static LoggerContext context() {
        return (LoggerContext) LoggerFactory.getILoggerFactory();
    }

    /** With the starter, and nothing else that is on the class path of the tests. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @ImportAutoConfiguration(LoggingAutoConfiguration.class)
    static class Application {}
}
