/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;
import org.slf4j.spi.LoggingEventBuilder;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.ConfiguredContext;

import static org.assertj.core.api.Assertions.assertThat;

/** Two appenders of one configuration on one logger, one of them excluded: their files are the same, byte for byte. */
class SameBytesTests {

    private static final int LINES = 2000;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<encoder><pattern>%d{HH:mm:ss.SSS} %-5level [%thread] %logger{20} %marker - %msg %kvp %mdc%n</pattern></encoder>",
                "<encoder><pattern>%caller{2} %class %method %line %file %msg%n</pattern></encoder>",
                "<encoder><pattern>%msg%n%ex{full}</pattern></encoder>",
                "<encoder><pattern>%replace(%msg){'a', 'b'} %xEx{3} %sequenceNumber %property{later} %n</pattern></encoder>",
                "<encoder><charset>UTF-16LE</charset><pattern>%relative %msg é€%n%nopex</pattern></encoder>",
                "<encoder><pattern>%msg without a new line</pattern></encoder>",
                "<encoder class='ch.qos.logback.classic.encoder.JsonEncoder'/>",
                "<encoder class='org.springframework.boot.logging.logback.StructuredLogEncoder'><format>ecs</format></encoder>",
                "<encoder class='org.springframework.boot.logging.logback.StructuredLogEncoder'><format>gelf</format></encoder>",
                "<encoder class='org.springframework.boot.logging.logback.StructuredLogEncoder'><format>logstash</format></encoder>"
            })
    void areWrittenByOneThread(String encoder) throws Exception {
        try (ConfiguredContext context = new ConfiguredContext("")) {
            context.putObject(Environment.class.getName(), new StandardEnvironment());
            context.configure(appender("QUEUED", encoder)
                    + appender("STOCK", encoder)
                    + "<root level='TRACE'><appender-ref ref='QUEUED'/><appender-ref ref='STOCK'/></root>");
            InstalledLogging installed = context.install(ConfiguredContext.settings(Set.of(), Set.of("STOCK")));
            Logger logger = context.getLogger("com.example.shop.Orders");
            IntStream.range(0, LINES).forEach(i -> log(logger, i));
            assertThat(installed.flushAppenders()).isTrue();
            AppenderStatistics now = installed.statistics().get(0);
            assertThat(now.written()).isGreaterThanOrEqualTo(LINES).isEqualTo(now.accepted());
        }
        assertThat(Files.readAllBytes(directory.resolve("QUEUED")))
                .isNotEmpty()
                .isEqualTo(Files.readAllBytes(directory.resolve("STOCK")));
    }

    /** Everything changes after the call: the builder, its arguments, the exception, the MDC. */
    private static void log(Logger logger, int i) {
        MDC.put("request", "r" + i);
        Map<String, Object> argument = new LinkedHashMap<>(Map.of("count", i));
        AtomicInteger state = new AtomicInteger(i);
        Exception thrown = new IllegalStateException("thrown " + i, new RuntimeException("cause\nof two lines"));
        LoggingEventBuilder builder =
                logger.atInfo().setMessage("line {} of {}").addArgument(state).addArgument(argument);
        builder.addKeyValue("state", state);
        if (i % 10 == 0) {
            builder.setCause(thrown);
        }
        builder.log();
        builder.addKeyValue("later", "a key that came later");
        state.set(-1);
        argument.put("later", "changed");
        thrown.addSuppressed(new IllegalStateException("later"));
        thrown.setStackTrace(new StackTraceElement[0]);
        logger.getLoggerContext().putProperty("later", "p" + i);
        MDC.clear();
        if (i % 100 == 0) {
            logger.warn("large {}", "x".repeat(100_000));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8})
    void areWrittenByManyThreadsInTheOrderOfEach(int threads) throws Exception {
        String encoder = "<encoder><pattern>%thread %msg%n</pattern></encoder>";
        try (ConfiguredContext context = new ConfiguredContext(appender("QUEUED", encoder)
                + appender("STOCK", encoder)
                + "<root level='TRACE'><appender-ref ref='QUEUED'/><appender-ref ref='STOCK'/></root>")) {
            context.install(ConfiguredContext.settings(Set.of(), Set.of("STOCK")));
            List<Thread> callers = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                callers.add(new Thread(
                        () -> IntStream.range(0, LINES)
                                .forEach(i -> context.getLogger("a").info("line {}", i)),
                        "caller-" + t));
            }
            callers.forEach(Thread::start);
            for (Thread caller : callers) {
                caller.join();
            }
        }
        assertThat(byThread("QUEUED")).hasSize(threads).isEqualTo(byThread("STOCK"));
    }

    private Map<String, List<String>> byThread(String name) throws Exception {
        Map<String, List<String>> lines = new LinkedHashMap<>();
        for (String line : Files.readAllLines(directory.resolve(name))) {
            lines.computeIfAbsent(line.substring(0, line.indexOf(' ')), thread -> new ArrayList<>())
                    .add(line);
        }
        return lines;
    }

    private String appender(String name, String encoder) {
        return "<appender name='" + name + "' class='ch.qos.logback.core.FileAppender'><file>" + directory.resolve(name)
                + "</file>" + encoder + "</appender>";
    }
}
