/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.output.AppenderQueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** {@code <configuration scan="true">}: Logback reloads its file by itself, and Boot knows nothing of it. */
class ScanTests {

    private static final Logger log = LoggerFactory.getLogger("numbered");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    final Applications applications = new Applications();

    @TempDir
    Path directory;

    @Test
    void theReloadedAppendersAreAsynchronousAgain() throws IOException {
        Path xml = write("scanned.xml", "one");
        ConfigurableApplicationContext application = applications.run("--logging.config=" + xml);
        AppenderQueue before = queue();
        IntStream.range(0, 5000).forEach(i -> log.info("{}", i));
        change("two");
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> InstalledLogging.of(Applications.logback()) != null && queue() != before);
        IntStream.range(5000, 10_000).forEach(i -> log.info("{}", i));
        AppenderStatistics old = before.statistics();
        assertThat(old.written()).isEqualTo(old.accepted());
        Applications.awaitThreads("tuned-logging-FILE");
        application.close();
        Applications.awaitThreads();
        List<String> lines = Files.readAllLines(directory.resolve("app.log"));
        assertThat(lines.stream().filter(line -> line.startsWith("one numbered ")))
                .map(line -> line.substring(13))
                .isEqualTo(numbers(0, 5000));
        assertThat(lines.stream().filter(line -> line.startsWith("two numbered ")))
                .map(line -> line.substring(13))
                .isEqualTo(numbers(5000, 10_000));
    }

    /** It may be the closed application's file that changes. */
    @Test
    void afterTheApplicationHasClosedAReloadStartsNoThread() throws IOException {
        Path xml = write("scanned.xml", "one");
        applications.run("--logging.config=" + xml).close();
        change("two");
        await().atMost(PATIENCE).until(() -> InstalledLogging.of(Applications.logback()) == null);
        await().atMost(PATIENCE).until(() -> !Applications.appenders().isEmpty());
        Applications.awaitThreads();
    }

    private static AppenderQueue queue() {
        return InstalledLogging.of(Applications.logback()).current().queues().get(0);
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }

    /** In one go: half a file would be read, too. */
    private void change(String prefix) throws IOException {
        Path changed = write("changed.xml", prefix);
        Files.setLastModifiedTime(changed, FileTime.from(Instant.now().plusSeconds(10)));
        Files.move(changed, directory.resolve("scanned.xml"), StandardCopyOption.ATOMIC_MOVE);
    }

    private Path write(String name, String prefix) throws IOException {
        return Files.writeString(directory.resolve(name), """
                <configuration scan="true" scanPeriod="50 milliseconds">
                  <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                    <file>%s</file>
                    <encoder><pattern>%s %%logger{0} %%msg%%n</pattern></encoder>
                  </appender>
                  <root level="INFO"><appender-ref ref="FILE"/></root>
                </configuration>
                """.formatted(directory.resolve("app.log"), prefix));
    }
}
