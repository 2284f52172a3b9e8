/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A file that cannot grow. A limit on the size of files stands for the disk: at the limit a write succeeds in part, and the next
 * one fails, as on a full disk; and unlike a disk it can be had without being root.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "needs prlimit, to limit the size of files of a running process")
@Tag("baseline")
class FullDiskIT {

    /** Of a line with two digits. */
    private static final int LINE = "[INFO] load 0 51 .\n".length();

    private static final Pattern LOSS = Pattern.compile("tuned logging: BEHIND: (\\d+) lines were not written between"
            + " (\\S+) and (\\S+): (\\d+) \\(writing failed\\), (\\d+) INFO \\(below WARN while the output stalled\\)");

    @RegisterExtension
    static final FaultJvms JVMS = new FaultJvms();

    @TempDir
    Path directory;

    @EachJdk
    void whatFindsRoomInTheQueueIsWrittenOnceThereIsSpaceAndTheTornLineIsContinued(Jdk jdk) throws IOException {
        FaultJvm jvm = JVMS.plain(jdk, directory, "", FaultJvm.file(file()));
        failAmid(jvm, 50);
        Tally torn = new Tally(4).read(file());
        assertThat(torn.numbered()).isEqualTo(220);
        assertThat(torn.cutOff()).hasSize(7);
        jvm.limitFileSize("unlimited");
        jvm.tell("flush");
        assertThat(new Statistics(jvm.tell("log 0")).dropped()).isZero();
        new Tally(4).read(file()).isComplete(100);
    }

    @EachJdk
    void whatDoesNotIsCountedAndToldAndKeepsNobodyWaiting(Jdk jdk) throws IOException {
        FaultJvm jvm = JVMS.plain(jdk, directory, "<queueSize>8KB</queueSize>", FaultJvm.file(file()));
        // The calls return: nobody waits for the disk.
        failAmid(jvm, 1000);
        jvm.limitFileSize("unlimited");
        jvm.tell("flush");
        await().atMost(Duration.ofSeconds(FaultJvm.PATIENCE_SECONDS))
                .until(() -> !new Tally(4).read(file()).notes().isEmpty());
        Statistics statistics = new Statistics(jvm.tell("log 1"));
        jvm.tell("stop");
        Tally tally = new Tally(4).read(file());
        assertThat(statistics.dropped()).isEqualTo(4 * 1051 - tally.numbered());
        isTold(tally.notes(), statistics.dropped());
    }

    private static void isTold(List<String> notes, long dropped) {
        assertThat(notes).singleElement().satisfies(note -> {
            Matcher loss = LOSS.matcher(note);
            assertThat(loss.matches()).as(note).isTrue();
            assertThat(Long.parseLong(loss.group(1))).isEqualTo(dropped);
            assertThat(loss.group(2)).isLessThanOrEqualTo(loss.group(3));
            assertThat(Long.parseLong(loss.group(4)) + Long.parseLong(loss.group(5)))
                    .isEqualTo(dropped);
        });
    }

    @EachJdk
    void whatIsStillThereAtTheEndIsCountedOnStandardError(Jdk jdk) throws IOException {
        try (FaultJvm jvm = FaultJvm.starter(jdk, directory, "--tuned.logging.async.queue-size=8KB")) {
            failAmid(jvm, 1000);
            Statistics before = new Statistics(jvm.tell("log 0"));
            assertThat(jvm.exit()).isZero();
            Tally tally = new Tally(4).read(file());
            assertThat(tally.numbered() + before.dropped() + jvm.eventsToldAsLost())
                    .isEqualTo(4 * 1050);
        }
    }

    @EachJdk
    void inAFileRenamedMeanwhileTheTornLineIsNotContinued(Jdk jdk) throws IOException {
        FaultJvm jvm = JVMS.plain(jdk, directory, "", FaultJvm.file(file()));
        failAmid(jvm, 50);
        Path renamed = Files.move(file(), directory.resolve("renamed.log"));
        await().atMost(Duration.ofSeconds(FaultJvm.PATIENCE_SECONDS)).until(() -> Files.exists(file()));
        isWrittenWholeToTheNext(jvm, renamed);
    }

    @EachJdk
    void inAFileTruncatedMeanwhileTheTornLineIsNotContinued(Jdk jdk) throws IOException {
        FaultJvm jvm = JVMS.plain(jdk, directory, "", FaultJvm.file(file()));
        failAmid(jvm, 50);
        Path copy = Files.copy(file(), directory.resolve("copy.log"));
        Files.write(file(), new byte[0]);
        isWrittenWholeToTheNext(jvm, copy);
    }

    private void isWrittenWholeToTheNext(FaultJvm jvm, Path first) throws IOException {
        jvm.tell("flush");
        assertThat(new Statistics(jvm.tell("log 0")).dropped()).isZero();
        Tally tally = new Tally(4).read(first);
        assertThat(tally.cutOff()).hasSize(7);
        tally.read(file()).isComplete(100);
    }

    /** The limit is for each file. The caller who rolls over does not wait for a disk that is full. */
    @EachJdk
    void aRolloverBeginsTheNextFileAndCountsWhatTheLastOneHadNoRoomFor(Jdk jdk) throws IOException {
        String rolling = """
                <appender name="BEHIND" class="ch.qos.logback.core.rolling.RollingFileAppender">
                  <file>%s</file>
                  <rollingPolicy class="ch.qos.logback.core.rolling.TimeBasedRollingPolicy">
                    <fileNamePattern>%s/archive.%%d{yyyy-MM-dd}.log</fileNamePattern>
                  </rollingPolicy>
                  <encoder><pattern>%s</pattern></encoder>
                </appender>
                """.formatted(file(), directory, Tally.PATTERN);
        FaultJvm jvm = JVMS.plain(jdk, directory, "", rolling);
        failAmid(jvm, 50);
        jvm.tell("clock P2D");
        jvm.tell("log 5");
        jvm.tell("flush");
        Statistics statistics = new Statistics(jvm.tell("log 0"));
        Tally tally = new Tally(4);
        try (var archives = Files.newDirectoryStream(directory, "archive.*.log")) {
            tally.read(archives.iterator().next());
        }
        assertThat(tally.numbered()).isEqualTo(220);
        assertThat(tally.cutOff()).hasSize(7);
        Tally next = new Tally(4).read(file());
        assertThat(next.numbered()).isEqualTo(20);
        assertThat(statistics.dropped()).isEqualTo(4 * 100 - 220);
    }

    @EachJdk
    void aDeviceThatIsAlwaysFullCostsTheLinesButNotTheApplication(Jdk jdk) throws IOException {
        Path config = Files.writeString(directory.resolve("full.xml"), """
                <configuration>
                  <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                    <file>/dev/full</file>
                    <encoder><pattern>%s</pattern></encoder>
                  </appender>
                  <root level="WARN"><appender-ref ref="FILE"/></root>
                </configuration>
                """.formatted(Tally.PATTERN));
        try (FaultJvm jvm = FaultJvm.starter(
                jdk, directory, "--logging.config=" + config, "--tuned.logging.async.queue-size=8KB")) {
            jvm.tell("log 1000");
            Statistics before = new Statistics(jvm.tell("failing"));
            assertThat(before.written()).isZero();
            assertThat(before.accepted()).isEqualTo(4000);
            Statistics after = new Statistics(jvm.tell("drain"));
            assertThat(after.dropped()).isEqualTo(4000);
            assertThat(jvm.exit()).isZero();
            assertThat(jvm.eventsToldAsLost()).isEqualTo(before.queued());
        }
    }

    /** 200 lines that fit, and so many more of each thread, of which 20 and a piece do. */
    private void failAmid(FaultJvm jvm, int lines) throws IOException {
        jvm.tell("log 50");
        jvm.tell("flush");
        jvm.limitFileSize(Long.toString(Files.size(file()) + 20 * LINE + 7));
        jvm.tell("log " + lines);
        jvm.tell("failing");
    }

    private Path file() {
        return directory.resolve("app.log");
    }
}
