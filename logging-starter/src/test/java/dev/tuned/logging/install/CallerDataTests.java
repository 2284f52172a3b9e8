/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.LoggingEvent;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.spi.LocationAwareLogger;

import dev.tuned.logging.ConfiguredContext;
import dev.tuned.logging.output.CallerDataPlan;
import dev.tuned.logging.queue.CallerDataMode;

import static org.assertj.core.api.Assertions.assertThat;

class CallerDataTests {

    /** Without us first. */
    private enum Setup {
        STOCK(null),
        AUTO(CallerDataMode.AUTO),
        ON(CallerDataMode.ON),
        USERS_ASYNC(CallerDataMode.AUTO);

        private final CallerDataMode mode;

        Setup(CallerDataMode mode) {
            this.mode = mode;
        }
    }

    @TempDir
    Path directory;

    /** The JDK changes the frames of a reflective call once it has been made often enough. */
    @BeforeAll
    static void settleReflection() throws ReflectiveOperationException {
        for (int i = 0; i < 50; i++) {
            try (ConfiguredContext context = new ConfiguredContext("<root level='OFF'/>")) {
                logInEveryWay(context.getLogger("a"));
            }
        }
    }

    /** Byte for byte what Logback prints without us, however the event was logged. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "%msg",
                "%C %M %L %F %msg",
                "[%class{0}.%method:%line] %msg",
                "%-20.20M %msg",
                "%caller{1} %msg",
                "%caller{3} %msg",
                "%replace(%caller{2}){'\\n', '|'} %msg"
            })
    void isPrintedAsLogbackPrintsIt(String pattern) throws Exception {
        List<List<String>> printed = new ArrayList<>();
        for (Setup setup : Setup.values()) {
            printed.add(logged(pattern, setup.mode, setup == Setup.USERS_ASYNC));
        }
        assertThat(printed.get(0)).isNotEmpty();
        assertThat(printed).containsOnly(printed.get(0));
    }

    @Test
    void frameworkPackagesAreNoCallers() throws Exception {
        String xml = xml("%C %M %msg", false);
        List<String> stock = loggedBy(xml, null, Wrapper.class.getName());
        assertThat(loggedBy(xml, CallerDataMode.AUTO, Wrapper.class.getName())).isEqualTo(stock);
        assertThat(stock).isNotEqualTo(loggedBy(xml, null));
    }

    @Test
    void offPrintsAQuestionMark() throws Exception {
        assertThat(logged("%M:%L %msg", CallerDataMode.OFF, false)).startsWith("?:? info");
    }

    @ParameterizedTest
    @CsvSource({
        "%msg,            AUTO, 0, false",
        "%msg,            ON,   1, false",
        "%msg,            OFF,  0, false",
        "%method %msg,    AUTO, 1, false",
        "%method %msg,    OFF,  0, true",
        "%caller{2} %msg, AUTO, 8, false"
    })
    void isCapturedWhereAskedFor(String pattern, CallerDataMode mode, int frames, boolean hides) {
        try (ConfiguredContext context = new ConfiguredContext(xml(pattern, false))) {
            CallerDataPlan plan = context.install(mode).current().tuned().get(0).callerData();
            assertThat(plan.frames()).isEqualTo(frames);
            assertThat(plan.hidesCallerData()).isEqualTo(hides);
        }
    }

    /** As the user set it: includeCallerData is false, and was printed as a question mark after a walk of the wrong stack. */
    @Test
    void behindAnAsyncAppenderWithoutCallerDataNoneIsCaptured() throws Exception {
        String xml = xml("%M %msg", true).replace("<includeCallerData>true", "<includeCallerData>false");
        try (ConfiguredContext context = new ConfiguredContext(xml)) {
            InstalledLogging installed = context.install();
            assertThat(installed.current().warnings()).isEmpty();
            context.getLogger("a").info("info");
            context.stop();
            assertThat(Files.readAllLines(log())).containsExactly("? info");
        }
    }

    @Test
    void theWarningNamesAppenderAndConversionWord() {
        try (ConfiguredContext context = new ConfiguredContext(xml("%d %-5level %.-10method - %msg", false))) {
            Installation installed = context.install().current();
            assertThat(context.getStatusManager().getCopyOfStatusList())
                    .as("Spring Boot would print what is said there")
                    .noneMatch(status -> status.getMessage().contains("tuned logging"));
            assertThat(installed.warnings())
                    .containsExactly(
                            "tuned logging: the pattern of FILE contains %.-10method, for which every logging call walks"
                                    + " the stack (about 3 microseconds and 2 KB of garbage, 60 frames deep); take it out, or set tuned.logging.caller-data=off to print ? in its place");
        }
    }

    /** Though the first one of two appenders captures one frame only, of the event they share. */
    @Test
    void anAppenderThatPrintsMoreFramesGetsThem() throws Exception {
        String first = """
                <appender name="FIRST" class="ch.qos.logback.core.FileAppender">
                  <file>%s</file>
                  <encoder><pattern>%%M%%n</pattern></encoder>
                </appender>
                """.formatted(directory.resolve("first.log"));
        String both = first
                + xml("%caller{2} %msg", false)
                        .replace("<root level=\"INFO\">", "<root level=\"INFO\"><appender-ref ref=\"FIRST\"/>");
        assertThat(loggedBy(both, CallerDataMode.AUTO))
                .isEqualTo(loggedBy(both, null))
                .isNotEmpty();
    }

    private List<String> logged(String pattern, CallerDataMode mode, boolean async) throws Exception {
        return loggedBy(xml(pattern, async), mode);
    }

    private List<String> loggedBy(String xml, CallerDataMode mode, String... frameworkPackages) throws Exception {
        try (ConfiguredContext context = new ConfiguredContext(xml)) {
            context.getFrameworkPackages().addAll(List.of(frameworkPackages));
            if (mode != null) {
                context.install(mode);
            }
            logInEveryWay(context.getLogger("a"));
            context.stop();
            List<String> lines = Files.readAllLines(log());
            Files.delete(log());
            return lines;
        }
    }

    private static void logInEveryWay(Logger logger) throws ReflectiveOperationException {
        logger.info("info");
        logger.warn("{} {}", 1, 2);
        logger.error("error", new IllegalStateException());
        logger.atInfo().addKeyValue("a", 1).log("fluent");
        logger.log(null, Logger.FQCN, LocationAwareLogger.INFO_INT, "aware", null, null);
        Wrapper.log(logger);
        Runnable lambda = () -> logger.info("lambda");
        lambda.run();
        Logger.class.getMethod("info", String.class).invoke(logger, "reflection");
        logger.callAppenders(new LoggingEvent(Logger.FQCN, logger, Level.INFO, "own", null, null));
    }

    private static final class Wrapper {

        static void log(Logger logger) {
            logger.log(null, Wrapper.class.getName(), LocationAwareLogger.INFO_INT, "wrapper", null, null);
            logger.info("wrapped");
        }
    }

    private String xml(String pattern, boolean async) {
        return """
                <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                  <file>%s</file>
                  <encoder><pattern>%s%%n%%nopex</pattern></encoder>
                </appender>
                <appender name="ASYNC" class="ch.qos.logback.classic.AsyncAppender">
                  <includeCallerData>true</includeCallerData>
                  <discardingThreshold>0</discardingThreshold>
                  <appender-ref ref="FILE"/>
                </appender>
                <root level="INFO"><appender-ref ref="%s"/></root>
                """.formatted(log(), pattern, async ? "ASYNC" : "FILE");
    }

    private Path log() {
        return directory.resolve("app.log");
    }
}
