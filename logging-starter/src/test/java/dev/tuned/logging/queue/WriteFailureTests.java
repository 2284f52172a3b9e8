/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.EncoderBase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.tuned.logging.ConfiguredContext;
import dev.tuned.logging.output.BatchOutput;
import dev.tuned.logging.output.BatchTarget;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** With a disk that takes so many bytes and no more. */
class WriteFailureTests {

    private static final int CAPACITY = 8;

    private final ConfiguredContext context = new ConfiguredContext("");
    private final Logger logger = context.getLogger("a");
    private final Disk disk = new Disk();
    private final ByteArrayOutputStream stream = new ByteArrayOutputStream();

    @Test
    void resumesAtTheByteThatWasNotWritten() {
        AsyncQueue sink = sink(OverflowPolicy.BLOCK);
        disk.room = 10;
        log(sink, Level.INFO, "eleven byt", "second");
        await().until(() -> sink.statistics().failing());
        assertThat(disk.text()).isEqualTo("eleven byt");
        assertThat(sink.statistics().written()).isZero();
        assertThat(sink.statistics().queued()).isEqualTo(2);
        disk.room = Integer.MAX_VALUE;
        await().atMost(Duration.ofSeconds(60)).until(() -> sink.statistics().queued() == 0);
        assertThat(disk.text()).isEqualTo("eleven byt\nsecond\n");
        assertThat(sink.statistics().written()).isEqualTo(2);
        assertThat(sink.statistics().failing()).isFalse();
        assertThat(sink.statistics().lastFailure()).isEqualTo("no space left");
        sink.drain();
    }

    @Test
    void whileWritingFailsDropsInPlaceOfWaitingAndTellsAfterwards() {
        AsyncQueue sink = sink(OverflowPolicy.BLOCK);
        disk.room = 0;
        log(sink, Level.INFO, "0");
        await().until(() -> sink.statistics().failing());
        // Nobody waits: this thread would for ever.
        IntStream.range(1, 30).forEach(i -> log(sink, i % 2 == 0 ? Level.INFO : Level.ERROR, "" + i));
        assertThat(sink.statistics().queued()).isEqualTo(CAPACITY);
        assertThat(sink.statistics().droppedBy())
                .isEqualTo(Map.of(DropReason.IO, Map.of(Level.INFO, 11L, Level.ERROR, 11L)));
        disk.room = Integer.MAX_VALUE;
        await().atMost(Duration.ofSeconds(60)).until(() -> disk.text().lines().count() == CAPACITY + 1);
        assertThat(disk.text().lines().toList().get(CAPACITY))
                .matches("22 events were not written between \\S+Z and \\S+Z: 11 INFO, 11 ERROR \\(writing failed\\)");
        assertThat(disk.text()).startsWith("0\n1\n2\n3\n4\n5\n6\n7\n");
        sink.drain();
    }

    @Test
    void whoWaitedForRoomWhenWritingBeganToFailIsLetGo() throws Exception {
        AsyncQueue sink = sink(OverflowPolicy.BLOCK);
        disk.room = 0;
        List<Thread> callers = IntStream.range(0, 4)
                .mapToObj(i -> new Thread(() -> IntStream.range(0, 100).forEach(n -> log(sink, Level.INFO, "line"))))
                .toList();
        callers.forEach(Thread::start);
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(sink.statistics().accepted()).isEqualTo(400);
        assertThat(sink.statistics().dropped()).isEqualTo(400 - CAPACITY);
        assertThat(sink.drain().failed()).isEqualTo(CAPACITY);
    }

    /** While callers wait the queue takes less, but it has to be full before anything is dropped. */
    @Test
    void whenTheOutputStallsTheWholeQueueIsUsed() {
        AsyncQueue sink = sink(OverflowPolicy.BLOCK, 2048);
        disk.writes.drainPermits();
        String longLine = "x".repeat(4096);
        Thread caller = new Thread(() -> IntStream.range(0, 5000).forEach(i -> log(sink, Level.INFO, longLine)));
        caller.start();
        await().until(() -> sink.statistics().queued() == 2048 - 204);
        disk.writes.release(1700);
        await().atMost(Duration.ofSeconds(60)).until(() -> !caller.isAlive());
        assertThat(sink.statistics().written()).isEqualTo(1700);
        assertThat(sink.statistics().queued()).isEqualTo(2048 - 204);
        assertThat(sink.statistics().droppedBy())
                .isEqualTo(Map.of(DropReason.FULL, Map.of(Level.INFO, 5000L - 1700 - (2048 - 204))));
        disk.writes.release(10_000);
        assertThat(sink.drain()).isEqualTo(new AsyncQueue.Loss(0, 0));
    }

    /** Otherwise the first callers that find the queue full would wait until most of it is written. */
    @Test
    void whileTheQueueComesDownCallersStillHaveRoom() throws Exception {
        AsyncQueue sink = sink(OverflowPolicy.BLOCK_FOREVER, 4096);
        disk.writes.drainPermits();
        String twoToABatch = "x".repeat(600);
        Thread caller = new Thread(() -> IntStream.range(0, 4000).forEach(i -> log(sink, Level.INFO, twoToABatch)));
        caller.start();
        await().until(() -> sink.statistics().queued() == 4096 - 409);
        // The first batch may have been written for a single line.
        for (int batch = 1; batch <= 6; batch++) {
            long written = sink.statistics().written();
            disk.writes.release();
            await().until(() -> sink.statistics().written() > written);
        }
        await().until(() -> sink.statistics().accepted() >= 4096 - 409 + 5);
        assertThat(sink.statistics().queued()).isLessThan(4096 - 409);
        disk.writes.release(10_000);
        caller.join();
        assertThat(sink.drain()).isEqualTo(new AsyncQueue.Loss(0, 0));
    }

    @Test
    void theEndTriesOnceMoreAndCountsWhatIsLost() {
        AsyncQueue sink = sink(OverflowPolicy.BLOCK);
        disk.room = 3;
        log(sink, Level.INFO, "0", "1", "2", "3");
        await().until(() -> sink.statistics().failing());
        // The shutdown timeout is an hour.
        assertThat(sink.drain()).isEqualTo(new AsyncQueue.Loss(0, 3));
        assertThat(disk.text()).isEqualTo("0\n1");
        assertThat(sink.statistics().written()).isEqualTo(1);
        assertThat(sink.statistics().queued()).isZero();
    }

    @Test
    void afterTheEndALineIsWrittenByItsCallerThroughTheAppender() {
        AsyncQueue sink = sink(OverflowPolicy.BLOCK);
        log(sink, Level.INFO, "by the writer");
        sink.drain();
        log(sink, Level.INFO, "by its caller");
        assertThat(disk.text()).isEqualTo("by the writer\n");
        assertThat(stream.toString(StandardCharsets.UTF_8)).isEqualTo("by its caller\n");
        assertThat(sink.statistics().written()).isEqualTo(2);
    }

    @Test
    void anErrorOfTheEncoderCostsOneEventAndLeavesNoHalfLine() {
        AsyncQueue sink = sink(OverflowPolicy.BLOCK);
        log(sink, Level.INFO, "before");
        log(sink, Level.WARN, "error");
        log(sink, Level.WARN, "exception");
        log(sink, Level.INFO, "after");
        sink.drain();
        assertThat(disk.text().lines()).containsExactly("before", "after");
        assertThat(sink.statistics().droppedBy()).isEqualTo(Map.of(DropReason.ERROR, Map.of(Level.WARN, 2L)));
    }

    private void log(AsyncQueue sink, Level level, String... messages) {
        for (String message : messages) {
            sink.append(new LoggingEvent(Logger.FQCN, logger, level, message, null, null));
        }
    }

    private AsyncQueue sink(OverflowPolicy policy) {
        return sink(policy, CAPACITY);
    }

    private AsyncQueue sink(OverflowPolicy policy, int capacity) {
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(context);
        appender.setName("DISK");
        appender.setEncoder(new FailingEncoder());
        appender.setOutputStream(stream);
        appender.start();
        LoggingSettings settings = new LoggingSettings();
        settings.queueSize = capacity;
        settings.queueBytes = 1 << 28;
        settings.overflow = policy;
        settings.bufferBytes = 1024;
        settings.shutdownTimeout = Duration.ofHours(1);
        Reporter reporter = new Reporter();
        AsyncQueue sink =
                new AsyncQueue("DISK", new BatchOutput(appender, disk, settings, false, () -> {}), settings, reporter);
        reporter.sink = sink;
        sink.start();
        return sink;
    }

    private static final class Disk implements BatchTarget {

        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private final Semaphore writes = new Semaphore(10_000);
        private volatile int room = Integer.MAX_VALUE;

        @Override
        public void write(BatchBuffer batch) throws IOException {
            writes.acquireUninterruptibly();
            while (batch.hasRemaining()) {
                ByteBuffer next = batch.remaining(1000);
                byte[] bytes = new byte[Math.min(room - written.size(), next.remaining())];
                if (bytes.length == 0) {
                    throw new IOException("no space left");
                }
                next.get(bytes);
                written.writeBytes(bytes);
                batch.written(bytes.length);
            }
        }

        String text() {
            return written.toString(StandardCharsets.US_ASCII);
        }
    }

    private static final class FailingEncoder extends EncoderBase<ILoggingEvent> {

        @Override
        public byte[] headerBytes() {
            return new byte[0];
        }

        @Override
        public byte[] encode(ILoggingEvent event) {
            switch (event.getMessage()) {
                case "error" -> throw new StackOverflowError("of the encoder");
                case "exception" -> throw new IllegalStateException("of the encoder");
                default -> {
                    return (event.getMessage() + "\n").getBytes(StandardCharsets.US_ASCII);
                }
            }
        }

        @Override
        public byte[] footerBytes() {
            return new byte[0];
        }
    }

    private final class Reporter implements FailureReporter {

        private @Nullable AsyncQueue sink;

        @Override
        public void log(String line) {
            WriteFailureTests.this.log(requireNonNull(sink), Level.WARN, line);
        }

        @Override
        public void failed(Throwable ex) {}
    }
}
