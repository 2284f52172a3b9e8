/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A file that takes its time: a named pipe, whose reader begins when the queue is full, and is slow. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "needs mkfifo")
@Tag("baseline")
class SlowDiskIT {

    private static final int LINES = 2000;

    @RegisterExtension
    static final FaultJvms JVMS = new FaultJvms();

    @TempDir
    Path directory;

    private Path pipe;

    @BeforeEach
    void makePipe() throws Exception {
        pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
    }

    @EachJdk
    void whoBlocksLosesNothing(Jdk jdk) throws IOException {
        read(jdk, "<overflow>block</overflow>", "full").isComplete(LINES);
    }

    @EachJdk
    void afterASecondWithoutProgressWhatFindsNoRoomIsCounted(Jdk jdk) throws IOException {
        Tally tally = read(jdk, "<overflow>block</overflow>", "dropping");
        assertThat(tally.numbered()).isPositive().isLessThan(4 * LINES);
    }

    @EachJdk
    void whoBlocksForeverLosesNothingHoweverLongItTakes(Jdk jdk) throws IOException {
        read(jdk, "<overflow>block-forever</overflow>", "failing").isComplete(LINES);
    }

    /** More lines than the pipe and the queue hold together. */
    private Tally read(Jdk jdk, String settings, String until) throws IOException {
        String all = "<queueSize>1KB</queueSize>" + settings;
        CompletableFuture<Tally> reader;
        Statistics statistics;
        RandomAccessFile keptOpen = new RandomAccessFile(pipe.toFile(), "rw");
        try (keptOpen) {
            FaultJvm jvm = JVMS.plain(jdk, directory, all, FaultJvm.file(pipe));
            jvm.tell("start " + LINES);
            jvm.tell(until);
            reader = slowly();
            jvm.tell("done");
            jvm.tell("stop");
            statistics = new Statistics(jvm.tell("log 0"));
        }
        Tally tally = reader.join();
        assertThat(tally.numbered() + statistics.dropped()).isEqualTo(4 * LINES);
        // The line that says how many were dropped may come after the queue's end.
        assertThat(statistics.written()).isBetween(tally.numbered(), tally.lines());
        return tally;
    }

    /** Returns when nothing more is written while the other JVM answers twenty times. */
    private static void awaitFullPipe(FaultJvm jvm) throws IOException {
        long written = -1;
        int same = 0;
        while (same < 20) {
            long now = new Statistics(jvm.tell("log 0")).written();
            same = (now == written) ? same + 1 : 0;
            written = now;
            LockSupport.parkNanos(10_000_000);
        }
        assertThat(written).isPositive();
    }

    /** Opens the pipe at once, while it is kept open for writing: that would wait otherwise. */
    private CompletableFuture<Tally> slowly() throws IOException {
        InputStream pipeEnd = Files.newInputStream(pipe);
        return CompletableFuture.supplyAsync(() -> {
            try (InputStream stream = pipeEnd) {
                return new Tally(4).read(new InputStream() {
                    private int sinceRest;

                    @Override
                    public int read() throws IOException {
                        if (sinceRest++ == 4096) {
                            sinceRest = 0;
                            LockSupport.parkNanos(1_000_000);
                        }
                        return stream.read();
                    }
                });
            } catch (IOException ex) {
                throw new IllegalStateException(ex);
            }
        });
    }

    /** A write of no more than 4 KB is one that a pipe takes whole or not at all. */
    @EachJdk
    void whatIsNotWrittenWithinTheShutdownTimeoutIsCountedOnStandardError(Jdk jdk) throws IOException {
        String settings = "<shutdownTimeout>100 milliseconds</shutdownTimeout>";
        CompletableFuture<Tally> reader;
        Statistics statistics;
        long told;
        RandomAccessFile keptOpen = new RandomAccessFile(pipe.toFile(), "rw");
        try (FaultJvm jvm = FaultJvm.plain(jdk, directory, settings, FaultJvm.file(pipe))) {
            jvm.tell("log " + LINES);
            awaitFullPipe(jvm);
            statistics = new Statistics(jvm.tell("drain"));
            assertThat(jvm.exit()).isZero();
            told = jvm.eventsToldAsLost();
            reader = slowly();
        } finally {
            keptOpen.close();
        }
        Tally tally = reader.join();
        assertThat(statistics.dropped()).isZero();
        assertThat(told).isEqualTo(4 * LINES - tally.numbered()).isEqualTo(statistics.queued());
    }
}
