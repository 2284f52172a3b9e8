/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.TimeBasedRollingPolicy;
import ch.qos.logback.core.rolling.TriggeringPolicyBase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** The same lines end up in the same files, with the same headers, as without us. */
class RollingTests {

    private static final String BY_SIZE = """
            <triggeringPolicy class="ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy">
              <maxFileSize>1000</maxFileSize>
              <checkIncrement>0 milliseconds</checkIncrement>
            </triggeringPolicy>
            <rollingPolicy class="ch.qos.logback.core.rolling.FixedWindowRollingPolicy">
              <fileNamePattern>DIRECTORY/log.%i</fileNamePattern><minIndex>1</minIndex><maxIndex>20</maxIndex>
            </rollingPolicy>
            """;
    private static final String BY_SIZE_AND_TIME = """
            <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
              <fileNamePattern>DIRECTORY/log.%d{yyyy-MM}.%i</fileNamePattern><maxFileSize>1000</maxFileSize>
            </rollingPolicy>
            """;
    private static final String BY_TIME = """
            <rollingPolicy class="ch.qos.logback.core.rolling.TimeBasedRollingPolicy">
              <fileNamePattern>DIRECTORY/log.%d{yyyy-MM}</fileNamePattern>
            </rollingPolicy>
            """;
    private static final String BY_MESSAGE = """
            <triggeringPolicy class="dev.tuned.logging.RollingTests$ByMessage"/>
            <rollingPolicy class="ch.qos.logback.core.rolling.FixedWindowRollingPolicy">
              <fileNamePattern>DIRECTORY/log.%i</fileNamePattern><minIndex>1</minIndex><maxIndex>20</maxIndex>
            </rollingPolicy>
            """;

    @TempDir
    Path directory;

    /** Also by code that has the appender since before the lines were logged. */
    @ParameterizedTest
    @ValueSource(strings = {"rollover", "stop", "start"})
    void whatIsDoneWithTheFileComesAfterWhatWasLoggedBefore(String what) throws Exception {
        try (ConfiguredContext context = rollingByTime()) {
            RollingFileAppender<?> kept = rolling(context);
            for (int i = 0; i < 8; i++) {
                context.getLogger("a").info("before {}", i);
            }
            switch (what) {
                case "rollover" -> rollOverInTwoMonths(kept);
                case "stop" -> kept.stop();
                default -> {
                    kept.setFile(directory.resolve("other").toString());
                    kept.start();
                }
            }
            List<String> before;
            try (Stream<Path> all = Files.list(directory)) {
                before = all.filter(file -> what.equals("rollover") == !file.endsWith("log") && !file.endsWith("other"))
                        .flatMap(file -> lines(file).stream())
                        .toList();
            }
            assertThat(before)
                    .containsExactlyElementsOf(
                            IntStream.range(0, 8).mapToObj(i -> "before " + i).toList());
        }
    }

    private ConfiguredContext rollingByTime() {
        return new ConfiguredContext("""
                <appender name="FILE" class="ch.qos.logback.core.rolling.RollingFileAppender">
                  <file>%s/log</file>
                  %s
                  <encoder><pattern>%%msg%%n</pattern></encoder>
                </appender>
                <appender name="ASYNC" class="dev.tuned.logging.TunedAsyncAppender">
                  <appender-ref ref="FILE"/>
                </appender>
                <root level="INFO"><appender-ref ref="ASYNC"/></root>
                """.formatted(directory, BY_TIME.replace("DIRECTORY", directory.toString())));
    }

    private static void rollOverInTwoMonths(RollingFileAppender<?> appender) {
        TimeBasedRollingPolicy<?> policy = (TimeBasedRollingPolicy<?>) appender.getRollingPolicy();
        policy.getTimeBasedFileNamingAndTriggeringPolicy()
                .setCurrentTime(System.currentTimeMillis() + Duration.ofDays(62).toMillis());
        assertThat(policy.isTriggeringEvent(new File(appender.getFile()), null)).isTrue();
        appender.rollover();
    }

    private static RollingFileAppender<?> rolling(ConfiguredContext context) {
        return (RollingFileAppender<?>) requireNonNull(
                ((TunedAsyncAppender) context.getLogger("ROOT").getAppender("ASYNC")).getAppender("FILE"));
    }

    @ParameterizedTest
    @ValueSource(strings = {BY_SIZE, BY_SIZE_AND_TIME, BY_MESSAGE})
    void rollsWhereLogbackDoes(String policy) throws Exception {
        Path stock = Files.createDirectory(directory.resolve("stock"));
        Path tuned = Files.createDirectory(directory.resolve("tuned"));
        write(stock, policy, "FILE");
        write(tuned, policy, "ASYNC");
        assertThat(files(stock).size()).isGreaterThan(3);
        assertThat(files(tuned)).isEqualTo(files(stock));
        assertThat(files(tuned).values())
                .allSatisfy(lines -> assertThat(lines)
                        .filteredOn(line -> line.startsWith("#"))
                        .hasSize(1));
    }

    @Test
    void losesNothingWhenItRollsByTheClock() throws Exception {
        String policy = """
                <rollingPolicy class="ch.qos.logback.core.rolling.TimeBasedRollingPolicy">
                  <fileNamePattern>DIRECTORY/log.%d{yyyy-MM-dd_HH-mm-ss}</fileNamePattern>
                </rollingPolicy>
                """;
        int lines = 0;
        try (ConfiguredContext context = context(directory, policy, "ASYNC")) {
            Logger logger = context.getLogger("a");
            while (count(directory) < 3) {
                logger.info("{}", lines++);
                LockSupport.parkNanos(100_000);
            }
        }
        // One thread wrote them, and the names of the files are in the order of time but for the newest's.
        assertThat(files(directory).values().stream()
                        .flatMap(List::stream)
                        .filter(line -> !line.startsWith("#"))
                        .mapToInt(Integer::parseInt)
                        .sorted())
                .containsExactlyElementsOf(IntStream.range(0, lines).boxed().toList());
    }

    private void write(Path target, String policy, String appender) {
        try (ConfiguredContext context = context(target, policy, appender)) {
            IntStream.range(0, 200).forEach(i -> context.getLogger("a").info("line number {} of two hundred", i));
        }
    }

    private static ConfiguredContext context(Path target, String policy, String appender) {
        return new ConfiguredContext("""
                <appender name="FILE" class="ch.qos.logback.core.rolling.RollingFileAppender">
                  <file>DIRECTORY/log</file>
                  POLICY
                  <encoder class="ch.qos.logback.core.encoder.LayoutWrappingEncoder">
                    <layout class="dev.tuned.logging.RollingTests$WithHeader"><pattern>%msg%n</pattern></layout>
                  </encoder>
                </appender>
                <appender name="ASYNC" class="dev.tuned.logging.TunedAsyncAppender"><appender-ref ref="FILE"/></appender>
                <root level="INFO"><appender-ref ref="ROOT"/></root>
                """.replace("POLICY", policy)
                .replace("DIRECTORY", target.toString())
                .replace("\"ROOT\"", '"' + appender + '"'));
    }

    private static long count(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.count();
        }
    }

    private static Map<String, List<String>> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.collect(Collectors.toMap(
                    file -> file.getFileName().toString(), RollingTests::lines, (a, b) -> a, TreeMap::new));
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** One header and no footer: Logback puts a header wherever a file is opened. */
    public static final class WithHeader extends ch.qos.logback.classic.PatternLayout {

        @Override
        public String getFileHeader() {
            return "# header";
        }
    }

    /** One that looks at the event, as a user's may. */
    public static final class ByMessage extends TriggeringPolicyBase<ILoggingEvent> {

        static final List<String> ASKED = new CopyOnWriteArrayList<>();

        @Override
        public boolean isTriggeringEvent(java.io.File activeFile, ILoggingEvent event) {
            ASKED.add(event.getFormattedMessage());
            return event.getFormattedMessage().contains("0 of");
        }
    }
}
