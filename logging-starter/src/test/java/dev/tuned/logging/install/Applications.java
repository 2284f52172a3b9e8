/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LoggingSystemProperty;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.DefaultResourceLoader;

import dev.tuned.logging.autoconfigure.LoggingAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Starts applications in this JVM, and leaves Logback as it was found. */
final class Applications implements BeforeEachCallback, AfterEachCallback {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Deque<ConfigurableApplicationContext> running = new ArrayDeque<>();

    ConfigurableApplicationContext run(String... arguments) {
        return run(new SpringApplicationBuilder(Application.class), arguments);
    }

    ConfigurableApplicationContext run(SpringApplicationBuilder builder, String... arguments) {
        ConfigurableApplicationContext application =
                builder.web(WebApplicationType.NONE).run(arguments);
        running.push(application);
        return application;
    }

    /** With more on the class path. */
    ConfigurableApplicationContext runWith(Path directory, String... arguments) throws MalformedURLException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        ClassLoader more = new URLClassLoader(new URL[] {directory.toUri().toURL()}, before);
        thread.setContextClassLoader(more);
        try {
            return run(
                    new SpringApplicationBuilder(Application.class).resourceLoader(new DefaultResourceLoader(more)),
                    arguments);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        forgetSystemProperties();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        running.forEach(ConfigurableApplicationContext::close);
        running.clear();
        logback().reset();
        forgetSystemProperties();
    }

    /** Boot tells Logback by these, and leaves them behind for the next application. */
    static void forgetSystemProperties() {
        for (LoggingSystemProperty property : LoggingSystemProperty.values()) {
            System.clearProperty(property.getEnvironmentVariableName());
        }
    }

    static LoggerContext logback() {
        return (LoggerContext) LoggerFactory.getILoggerFactory();
    }

    /** The appenders of the root logger. */
    static List<Appender<ILoggingEvent>> appenders() {
        List<Appender<ILoggingEvent>> appenders = new ArrayList<>();
        Iterator<Appender<ILoggingEvent>> each =
                logback().getLogger(Logger.ROOT_LOGGER_NAME).iteratorForAppenders();
        each.forEachRemaining(appenders::add);
        return appenders;
    }

    static Appender<ILoggingEvent> appender(String name) {
        return appenders().stream()
                .filter(appender -> name.equals(appender.getName()))
                .findFirst()
                .orElseThrow();
    }

    /** Waits until exactly these threads of ours are alive. */
    static void awaitThreads(String... names) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .filteredOn(name -> name.startsWith("tuned-logging-"))
                        .containsExactlyInAnyOrder(names));
    }

    /** With the starter, and nothing else that is on the class path of the tests. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @ImportAutoConfiguration(LoggingAutoConfiguration.class)
    static class Application {}
}
