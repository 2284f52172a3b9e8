/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.AsyncLogging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Every way to configure Logback with Spring Boot. */
class ConfigurationsTests {

    private static final Logger log = LoggerFactory.getLogger(ConfigurationsTests.class);
    private static final String XML = """
            <configuration>
              <appender name="OWN" class="ch.qos.logback.core.FileAppender">
                <file>%s</file>
                <encoder><pattern>own %%msg%%n</pattern></encoder>
              </appender>
              <root level="INFO"><appender-ref ref="OWN"/></root>
            </configuration>
            """;

    @RegisterExtension
    final Applications applications = new Applications();

    @TempDir
    Path directory;

    @Test
    void bootsDefaultsWithTheConsoleOnly() {
        applications.run();
        assertThat(Applications.appenders()).extracting(Appender::getName).containsExactly("CONSOLE");
        assertThat(asynchronous()).containsAll(names());
    }

    @ParameterizedTest
    @ValueSource(strings = {"logging.file.name", "logging.file.path"})
    void bootsDefaultsWithConsoleAndFile(String property) throws IOException {
        Path file = directory.resolve("spring.log");
        applications.run("--" + property + "=" + (property.endsWith("name") ? file : directory));
        assertThat(Applications.appenders()).extracting(Appender::getName).containsExactly("CONSOLE", "FILE");
        assertThat(asynchronous()).containsAll(names());
        assertThat(logged(file)).contains("a line");
    }

    @Test
    void bootsDefaultsWithTheFileOnly() throws IOException {
        Path file = directory.resolve("app.log");
        applications.run("--logging.file.name=" + file, "--logging.threshold.console=off");
        assertThat(logged(file)).contains("a line");
        assertThat(statistics("CONSOLE").accepted()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "ecs,      '\"message\":\"a line\"'",
        "logstash, '\"message\":\"a line\"'",
        "gelf,     '\"short_message\":\"a line\"'"
    })
    void structuredLogging(String format, String expected) throws IOException {
        Path file = directory.resolve("app.log");
        applications.run(
                "--logging.file.name=" + file,
                "--logging.structured.format.file=" + format,
                "--logging.structured.format.console=" + format);
        assertThat(asynchronous()).containsAll(names());
        assertThat(logged(file)).contains(expected);
        assertThat(Files.readAllLines(file))
                .allSatisfy(line -> assertThat(line).startsWith("{").endsWith("}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"logback.xml", "logback-test.xml", "logback-spring.xml", "logback-test-spring.xml"})
    void aFileOnTheClassPath(String name) throws IOException {
        Path file = directory.resolve("own.log");
        Files.writeString(directory.resolve(name), XML.formatted(file));
        applications.runWith(directory);
        assertThat(Applications.appenders()).extracting(Appender::getName).containsExactly("OWN");
        assertThat(asynchronous()).containsExactly("OWN");
        assertThat(logged(file)).contains("own a line");
    }

    @Test
    void aFileNamedByLoggingConfig() throws IOException {
        Path file = directory.resolve("own.log");
        Path xml = Files.writeString(directory.resolve("some.xml"), XML.formatted(file));
        applications.run("--logging.config=" + xml);
        assertThat(asynchronous()).containsExactly("OWN");
        assertThat(logged(file)).contains("own a line");
    }

    @Test
    void aFileThatUsesBootsOwnElements() throws IOException {
        Path file = directory.resolve("own.log");
        Path xml = Files.writeString(directory.resolve("some.xml"), """
                <configuration>
                  <springProperty name="prefix" source="test.prefix"/>
                  <springProfile name="production">
                    <appender name="OWN" class="ch.qos.logback.core.FileAppender">
                      <file>%s</file>
                      <encoder><pattern>${prefix} %%msg%%n</pattern></encoder>
                    </appender>
                    <root level="INFO"><appender-ref ref="OWN"/></root>
                  </springProfile>
                  <springProfile name="!production"><root level="OFF"/></springProfile>
                </configuration>
                """.formatted(file));
        applications.run("--logging.config=" + xml, "--spring.profiles.active=production", "--test.prefix=P");
        assertThat(asynchronous()).containsExactly("OWN");
        assertThat(logged(file)).contains("P a line");
    }

    /** As the source has it: its own asynchronous appender, with a flush per event and caller data. */
    @Test
    void theSourcesFileStaysWhatItIs() throws IOException {
        Path file = directory.resolve("s2.log");
        applications.run("--logging.config=classpath:s2-logback.xml", "--logging.file.name=" + file);
        Appender<?> async = Applications.appender("ASYNC");
        assertThat(async).isExactlyInstanceOf(AsyncAppender.class);
        assertThat(((AsyncAppender) async).getQueueSize()).isEqualTo(512);
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .contains("AsyncAppender-Worker-ASYNC");
        assertThat(((FileAppender<?>) ((AsyncAppender) async).getAppender("FILE")).isImmediateFlush())
                .isTrue();
        log.error("a line");
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(Files.readString(file))
                        .contains(" theSourcesFileStaysWhatItIs - ")
                        .contains("a line"));
    }

    @Test
    void anAppenderOfOursInTheFileIsLeftAsItIsConfigured() throws IOException {
        Path file = directory.resolve("own.log");
        String own = "<appender name='MINE' class='dev.tuned.logging.TunedAsyncAppender'><queueSize>16KB</queueSize>"
                + "<appender-ref ref='OWN'/></appender><root level='INFO'><appender-ref ref='MINE'/></root>";
        Path xml = Files.writeString(
                directory.resolve("some.xml"), XML.formatted(file).replaceAll("<root.*</root>", own));
        applications.run("--logging.config=" + xml);
        assertThat(Applications.appenders()).extracting(Appender::getName).containsExactly("MINE");
        assertThat(statistics("OWN").capacityBytes()).isEqualTo(16 * 1024);
        assertThat(logged(file)).contains("own a line");
    }

    @Test
    void anAppenderWithAnEncoderOfAnotherKind() throws IOException {
        Path file = directory.resolve("own.log");
        String encoder = "<encoder class='%s'><layout class='ch.qos.logback.classic.PatternLayout'>"
                .formatted(LayoutWrappingEncoder.class.getName());
        Path xml = Files.writeString(
                directory.resolve("some.xml"),
                XML.formatted(file).replace("<encoder>", encoder).replace("</encoder>", "</layout></encoder>"));
        applications.run("--logging.config=" + xml);
        assertThat(logged(file)).contains("own a line");
    }

    private static String logged(Path file) throws IOException {
        log.info("a line");
        assertThat(AsyncLogging.flush()).isTrue();
        return Files.readString(file);
    }

    private static List<String> asynchronous() {
        return InstalledLogging.of(Applications.logback()).statistics().stream()
                .map(AppenderStatistics::name)
                .toList();
    }

    private static List<String> names() {
        return Applications.appenders().stream().map(Appender::getName).toList();
    }

    private static AppenderStatistics statistics(String name) {
        List<AppenderStatistics> all =
                InstalledLogging.of(Applications.logback()).statistics();
        return all.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    }
}
