/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Rollovers under load, with compression: all files together have every line once, in order. */
class RollingIT {

    private static final Pattern ARCHIVE = Pattern.compile("archive\\.([-_0-9]+)\\.(\\d+)\\.log\\.gz");

    @RegisterExtension
    static final FaultJvms JVMS = new FaultJvms();

    @TempDir
    Path directory;

    @EachJdk
    void rollingBySizeLosesAndDoublesNoLine(Jdk jdk) throws IOException {
        FaultJvm jvm = JVMS.plain(jdk, directory, "", rolling("yyyy-MM-dd"));
        jvm.tell("log 5000");
        jvm.tell("stop");
        List<Path> files = files();
        assertThat(files).hasSizeGreaterThan(10);
        new Tally(4).read(files).isComplete(5000);
    }

    /** Goes on until the second has changed. */
    @EachJdk
    void rollingByTimeAndSizeLosesAndDoublesNoLine(Jdk jdk) throws IOException {
        FaultJvm jvm = JVMS.plain(jdk, directory, "", rolling("yyyy-MM-dd_HH-mm-ss"));
        int lines = 0;
        while (periods().size() < 2) {
            jvm.tell("log 200");
            lines += 200;
        }
        jvm.tell("stop");
        new Tally(4).read(files()).isComplete(lines);
    }

    /** Only the clock that rollovers go by; the flush interval does not go by any clock. */
    @EachJdk
    void aClockMovedBackAndForthLosesAndDoublesNoLine(Jdk jdk) throws IOException {
        FaultJvm jvm = JVMS.plain(jdk, directory, "", rolling("yyyy-MM-dd"));
        for (String clock : List.of("P1D", "-PT1H", "P3D", "P2D", "PT0S", "P40D", "-P400D", "PT0S")) {
            jvm.tell("start 500");
            jvm.tell("clock " + clock);
            jvm.tell("done");
            jvm.tell("log 100");
            jvm.tell("flush");
        }
        jvm.tell("stop");
        List<Path> files = files();
        assertThat(periods()).hasSizeGreaterThanOrEqualTo(3);
        new Tally(4).read(files).isComplete(8 * 600);
    }

    private String archives(String date) {
        return directory + "/archive.%d{" + date + "}.%i.log.gz";
    }

    private String rolling(String date) {
        return """
                <appender name="BEHIND" class="ch.qos.logback.core.rolling.RollingFileAppender">
                  <file>%s</file>
                  <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
                    <fileNamePattern>%s</fileNamePattern>
                    <maxFileSize>20KB</maxFileSize>
                  </rollingPolicy>
                  <encoder><pattern>%s</pattern></encoder>
                </appender>
                """.formatted(file(), archives(date), Tally.PATTERN);
    }

    /** The days or seconds there are archives of. */
    private List<String> periods() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(RollingIT::archive)
                    .filter(Matcher::matches)
                    .map(archive -> archive.group(1))
                    .distinct()
                    .toList();
        }
    }

    /** All files in the order they were written, when all archives are compressed. */
    private List<Path> files() throws IOException {
        await().atMost(Duration.ofSeconds(FaultJvm.PATIENCE_SECONDS))
                .until(() -> list().noneMatch(file -> file.toString().endsWith(".tmp")));
        List<Path> files = new ArrayList<>();
        list().filter(file -> archive(file).matches())
                .sorted(Comparator.comparing(RollingIT::period).thenComparing(RollingIT::index))
                .forEach(files::add);
        files.add(file());
        return files;
    }

    private Stream<Path> list() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.toList().stream();
        }
    }

    private static Matcher archive(Path file) {
        return ARCHIVE.matcher(file.getFileName().toString());
    }

    private static String period(Path file) {
        return archive(file).replaceFirst("$1");
    }

    private static int index(Path file) {
        return Integer.parseInt(archive(file).replaceFirst("$2"));
    }

    private Path file() {
        return directory.resolve("app.log");
    }
}
