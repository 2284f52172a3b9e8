/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import ch.qos.logback.core.status.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** From a Logback file alone. */
class TunedAsyncAppenderTests {

    @TempDir
    Path directory;

    @Test
    void writesToAFileByDefaultsAlone() throws Exception {
        try (ConfiguredContext context = new ConfiguredContext(file() + async(""))) {
            IntStream.range(0, 20_000).forEach(i -> context.getLogger("a").info("{}", i));
            assertThat(appender(context).flush()).isTrue();
            assertThat(lines()).hasSize(20_000).startsWith("0", "1").endsWith("19999");
            assertThat(appender(context).statistics().written()).isEqualTo(20_000);
            assertThat(appender(context).statistics().writes()).isBetween(1L, 10_000L);
        }
    }

    @Test
    void anAppenderWithoutAStreamStaysSynchronousAndThatIsSaid() {
        try (ConfiguredContext context = new ConfiguredContext(
                "<appender name='FILE' class='ch.qos.logback.core.read.ListAppender'/>" + async(""))) {
            context.getLogger("a").info("one");
            ListAppender<ILoggingEvent> list =
                    (ListAppender<ILoggingEvent>) appender(context).getAppender("FILE");
            assertThat(list.list).extracting(ILoggingEvent::getMessage).containsExactly("one");
            assertThat(complaints(context))
                    .extracting(Status::getMessage)
                    .containsExactly(
                            "Appender [FILE] behind [ASYNC] stays synchronous: it writes to no stream, or was not started");
        }
    }

    @Test
    void takesEverySetting() {
        try (ConfiguredContext context = new ConfiguredContext(file() + async("""
                <queueSize>16KB</queueSize>
                <overflow>block-forever</overflow>
                <shutdownTimeout>5 seconds</shutdownTimeout>
                """))) {
            assertThat(complaints(context)).isEmpty();
            assertThat(appender(context).statistics().capacityBytes()).isEqualTo(16 * 1024);
            assertThat(appender(context).statistics().overflow()).isEqualTo(OverflowPolicy.BLOCK_FOREVER);
        }
    }

    @ParameterizedTest
    @CsvSource({"queueSize, 0", "queueSize, 2GB", "overflow, wait", "shutdownTimeout, 5000 days"})
    void namesASettingThatCannotBeUsedAndWritesByTheDefault(String name, String value) throws Exception {
        try (ConfiguredContext context =
                new ConfiguredContext(file() + async("<%1$s>%2$s</%1$s>".formatted(name, value)))) {
            context.getLogger("a").info("written");
            appender(context).flush();
            assertThat(lines()).containsExactly("written");
            assertThat(complaints(context)).singleElement().satisfies(status -> {
                assertThat(status.getLevel()).isEqualTo(Status.ERROR);
                assertThat(status.getMessage()).contains("<" + name + ">").contains("using");
            });
        }
    }

    @Test
    void warnsOfASecondAppenderAndIgnoresIt() {
        try (ConfiguredContext context =
                new ConfiguredContext(file() + "<appender name='LIST' class='ch.qos.logback.core.read.ListAppender'/>"
                        + async("<appender-ref ref='LIST'/>"))) {
            assertThat(complaints(context))
                    .extracting(Status::getMessage)
                    .contains("Appender [ASYNC] takes one appender-ref only: writing to [LIST] and ignoring [FILE]");
        }
    }

    @Test
    void withoutAnAppenderSaysSoAndDoesNothing() {
        try (ConfiguredContext context =
                new ConfiguredContext("<appender name='ASYNC' class='dev.tuned.logging.TunedAsyncAppender'/>"
                        + "<root><appender-ref ref='ASYNC'/></root>")) {
            assertThat(complaints(context).get(0).getMessage()).contains("No appender-ref in appender [ASYNC]");
        }
    }

    @Test
    void onceStoppedCanBeStartedAgain() throws Exception {
        try (ConfiguredContext context = new ConfiguredContext(file() + async(""))) {
            context.getLogger("a").info("before");
            appender(context).stop();
            assertThat(lines()).containsExactly("before");
            appender(context).start();
            context.getLogger("a").info("after");
            appender(context).stop();
            assertThat(lines()).containsExactly("before", "after");
            assertThat(appender(context).statistics().accepted()).isEqualTo(1);
        }
    }

    @Test
    void leavesNoThreadBehind() {
        try (ConfiguredContext context = new ConfiguredContext(file() + async(""))) {
            context.getLogger("a").info("line");
            assertThat(threads()).isEqualTo(1);
            appender(context).drain();
            org.awaitility.Awaitility.await().until(() -> threads() == 0);
        }
    }

    /** A plain main that stops nothing at its end. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEndOfTheJvmLosesNothing(boolean exit) throws Exception {
        Path configuration = directory.resolve("logback.xml");
        Files.writeString(configuration, "<configuration>" + file() + async("") + "</configuration>");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=" + configuration,
                "-cp",
                StarterClassPath.value(),
                LogsAndEnds.class.getName(),
                Boolean.toString(exit));
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor()).isZero();
        assertThat(lines()).hasSize(20_000).endsWith("19999");
    }

    static final class LogsAndEnds {

        private LogsAndEnds() {}

        public static void main(String[] arguments) {
            IntStream.range(0, 20_000).forEach(i -> LoggerFactory.getLogger("a").info("{}", i));
            if (Boolean.parseBoolean(arguments[0])) {
                System.exit(0);
            }
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("tuned-logging-FILE"))
                .count();
    }

    private String file() {
        return """
                <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                  <file>%s</file>
                  <encoder><pattern>%%msg%%n</pattern></encoder>
                </appender>
                """.formatted(directory.resolve("log"));
    }

    private static String async(String settings) {
        return "<appender name='ASYNC' class='dev.tuned.logging.TunedAsyncAppender'>" + settings
                + "<appender-ref ref='FILE'/></appender><root><appender-ref ref='ASYNC'/></root>";
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(directory.resolve("log"));
    }

    private static TunedAsyncAppender appender(ConfiguredContext context) {
        return (TunedAsyncAppender) context.getLogger("ROOT").getAppender("ASYNC");
    }

    private static List<Status> complaints(ConfiguredContext context) {
        return context.getStatusManager().getCopyOfStatusList().stream()
                .filter(status -> status.getLevel() >= Status.WARN)
                .toList();
    }
}
