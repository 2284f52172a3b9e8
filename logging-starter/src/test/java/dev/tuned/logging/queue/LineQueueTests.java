/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.DropReason;
import dev.tuned.logging.OverflowPolicy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The queue alone, in front of an output that stalls and fails as a test wants. */
class LineQueueTests {

    private static final int CAPACITY = 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Disk disk = new Disk();
    private final ReentrantLock lock = new ReentrantLock();
    private final Denial denial = new Denial();
    private final List<String> reports = new CopyOnWriteArrayList<>();
    private LineQueue queue;

    @AfterEach
    void end() {
        disk.writes.release(1_000_000);
        disk.room = Integer.MAX_VALUE;
        queue.beginDrain();
        assertThat(queue.awaitDrained(PATIENCE.toNanos())).isZero();
    }

    @Test
    void linesAreWrittenWholeAndInOrderManyAtATime() {
        start(OverflowPolicy.BLOCK);
        IntStream.range(0, 10_000).forEach(i -> log("line " + i));
        assertThat(queue.flush(PATIENCE.toNanos())).isTrue();
        assertThat(disk.text().lines())
                .containsExactlyElementsOf(
                        IntStream.range(0, 10_000).mapToObj(i -> "line " + i).toList());
        assertThat(disk.pieces).allMatch(piece -> piece.endsWith("\n"));
        assertThat(queue.statistics().written()).isEqualTo(10_000);
        assertThat(queue.statistics().writes()).isLessThan(10_000);
    }

    /** It tries again now and then, as before the end, and not as fast as it can. */
    @Test
    void anOutputThatFailsAtTheEndIsNotAskedAllTheTimeWhileACallerHoldsTheLock() throws Exception {
        start(OverflowPolicy.BLOCK_FOREVER);
        disk.room = 0;
        log("lost");
        await().atMost(PATIENCE).until(() -> queue.statistics().failing());
        lock.lock();
        try {
            int before = disk.writes.availablePermits();
            queue.beginDrain();
            Thread.sleep(1000);
            assertThat(before - disk.writes.availablePermits()).isBetween(1, 50);
        } finally {
            lock.unlock();
        }
        assertThat(queue.awaitDrained(PATIENCE.toNanos())).isZero();
        assertThat(queue.statistics().droppedBy()).isEqualTo(Map.of(DropReason.IO, 1L));
    }

    /** It holds the lock without which nothing is given up: the JVM would not end. */
    @Test
    void anOutputThatFailsAtTheEndKeepsNoCallerWaitingAlsoWithBlockForever() throws Exception {
        start(OverflowPolicy.BLOCK_FOREVER);
        disk.room = 0;
        fill();
        Thread caller = new Thread(() -> log("longer than the room that is left there"));
        caller.start();
        await().atMost(PATIENCE).until(() -> queue.statistics().failing() && lock.isLocked());
        queue.beginDrain();
        assertThat(queue.awaitDrained(TimeUnit.SECONDS.toNanos(10))).isZero();
        caller.join();
        assertThat(queue.statistics().droppedBy()).containsOnlyKeys(DropReason.IO);
        isExact();
    }

    @ParameterizedTest
    @EnumSource
    void whoFindsItFullWaitsWhileTheOutputMakesProgressAlsoIfInterrupted(OverflowPolicy policy) throws Exception {
        start(policy);
        disk.writes.drainPermits();
        boolean[] interrupted = new boolean[1];
        Thread caller = new Thread(() -> {
            Thread.currentThread().interrupt();
            IntStream.range(0, 200).forEach(i -> log("line number " + i));
            interrupted[0] = Thread.currentThread().isInterrupted();
        });
        caller.start();
        while (caller.isAlive()) {
            disk.writes.release();
            caller.join(20);
        }
        disk.writes.release(1_000_000);
        assertThat(queue.flush(PATIENCE.toNanos())).isTrue();
        assertThat(disk.text().lines()).hasSize(200);
        assertThat(interrupted[0]).isTrue();
        assertThat(queue.statistics().dropped()).isZero();
        assertThat(queue.statistics().blocked()).isPositive();
    }

    @Test
    void afterASecondWithoutProgressNobodyWaitsUntilThereIsSomeAgain() {
        start(OverflowPolicy.BLOCK);
        disk.writes.drainPermits();
        fill();
        long begin = System.nanoTime();
        log("dropped after the wait");
        assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(900));
        long blocked = queue.statistics().blocked();
        begin = System.nanoTime();
        IntStream.range(0, 100).forEach(i -> log("dropped at once, and longer than the rest"));
        // A second for each would be 100.
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(50));
        assertThat(denial.begun.get()).isPositive();
        assertThat(queue.statistics().blocked()).isGreaterThan(blocked);
        assertThat(queue.statistics().failing()).isTrue();
        assertThat(queue.statistics().droppedBy()).isEqualTo(Map.of(DropReason.FULL, 101L));
        isExact();
        disk.writes.release(1_000_000);
        assertThat(queue.flush(PATIENCE.toNanos())).isTrue();
        await().atMost(PATIENCE).until(() -> reports.size() == 1 && denial.ended.get() > 0);
        assertThat(reports.get(0)).contains("101 lines were not written", "101 (the queue was full)");
        log("again");
        assertThat(queue.flush(PATIENCE.toNanos())).isTrue();
        assertThat(disk.text()).endsWith("again\n");
        isExact();
    }

    @Test
    void blockForeverWaitsLongerThanASecondAndDropsNothing() throws Exception {
        start(OverflowPolicy.BLOCK_FOREVER);
        disk.writes.drainPermits();
        fill();
        Thread caller = new Thread(() -> log("audited, and longer than the room that is left"));
        caller.start();
        caller.join(2500);
        assertThat(caller.isAlive()).isTrue();
        disk.writes.release(1_000_000);
        caller.join();
        assertThat(queue.flush(PATIENCE.toNanos())).isTrue();
        assertThat(disk.text()).endsWith("audited, and longer than the room that is left\n");
        assertThat(denial.begun.get()).isZero();
        assertThat(queue.statistics().dropped()).isZero();
    }

    @Test
    void aWriteThatFailsIsResumedAtTheByteAndKeepsNobodyWaiting() {
        start(OverflowPolicy.BLOCK);
        disk.room = 10;
        log("eleven byt");
        await().atMost(PATIENCE).until(() -> queue.statistics().failing());
        assertThat(disk.text()).isEqualTo("eleven byt");
        assertThat(queue.statistics().written()).isZero();
        long begin = System.nanoTime();
        IntStream.range(0, 200).forEach(i -> log("does not fit any more"));
        // A second for each would be 200.
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(50));
        assertThat(queue.statistics().droppedBy()).containsOnlyKeys(DropReason.IO);
        isExact();
        disk.room = Integer.MAX_VALUE;
        assertThat(queue.flush(PATIENCE.toNanos()) || queue.flush(PATIENCE.toNanos()))
                .isTrue();
        assertThat(disk.text()).startsWith("eleven byt\ndoes not fit any more\n");
        AppenderStatistics now = queue.statistics();
        assertThat(disk.text().lines()).hasSize((int) now.written());
        assertThat(now.accepted()).isEqualTo(201);
        assertThat(now.lastFailure()).isEqualTo("no space left");
    }

    @Test
    void aLineLargerThanTheQueueIsWrittenByItsCallerAfterWhatIsQueued() {
        start(OverflowPolicy.BLOCK);
        String large = "x".repeat(CAPACITY);
        log("before");
        log(large);
        log("after");
        assertThat(queue.flush(PATIENCE.toNanos())).isTrue();
        assertThat(disk.text()).isEqualTo("before\n" + large + "\nafter\n");
        assertThat(queue.statistics().written()).isEqualTo(3);
    }

    @Test
    void aCloseWaitsWhileThereIsProgressAndWritesEverything() throws Exception {
        start(OverflowPolicy.BLOCK);
        IntStream.range(0, 20).forEach(i -> log("line " + i));
        close();
        assertThat(disk.text().lines()).hasSize(20);
        assertThat(disk.closed.get()).isEqualTo(1);
        isExact();
    }

    /** A rollover on a disk that hangs: what it gives up is in no other file, and the hanging write is not waited for. */
    @Test
    void aCloseOfAStalledOutputGivesUpAfterASecondAndLeavesTheStreamToTheWriter() throws Exception {
        start(OverflowPolicy.BLOCK);
        disk.writes.drainPermits();
        IntStream.range(0, 20).forEach(i -> log("line " + i));
        long begin = System.nanoTime();
        close();
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(20));
        assertThat(queue.statistics().droppedBy()).isEqualTo(Map.of(DropReason.CLOSED, 20L));
        assertThat(disk.closed.get()).isZero();
        isExact();
        Disk next = new Disk();
        disk.writes.release(1_000_000);
        await().atMost(PATIENCE).until(() -> disk.closed.get() == 1);
        lock.lock();
        queue.attach(next);
        lock.unlock();
        log(next, "in the next file");
        assertThat(queue.flush(PATIENCE.toNanos())).isTrue();
        assertThat(next.text()).isEqualTo("in the next file\n");
        isExact();
    }

    @Test
    void theEndTriesOnceMoreAndCountsWhatIsLost() {
        start(OverflowPolicy.BLOCK);
        disk.room = 3;
        List.of("0", "1", "2", "3").forEach(this::log);
        await().atMost(PATIENCE).until(() -> queue.statistics().failing());
        queue.beginDrain();
        assertThat(queue.awaitDrained(PATIENCE.toNanos())).isZero();
        assertThat(queue.lostAtEnd()).isEqualTo(3);
        assertThat(disk.text()).isEqualTo("0\n1");
        isExact();
    }

    @Test
    void anEndThatDropsWhatIsQueuedDeniesNothingAfterwards() {
        start(OverflowPolicy.BLOCK);
        disk.room = 0;
        log("line");
        await().atMost(PATIENCE).until(() -> queue.statistics().failing());
        fill();
        log("does not fit any more, which is why");
        assertThat(denial.active).isTrue();
        queue.beginDrain();
        assertThat(queue.awaitDrained(PATIENCE.toNanos())).isZero();
        assertThat(denial.active).isFalse();
    }

    @Test
    void anEndWithAStalledOutputTellsWhatIsLeftAndItIsStillWrittenLater() {
        start(OverflowPolicy.BLOCK);
        disk.writes.drainPermits();
        List.of("0", "1", "2").forEach(this::log);
        queue.beginDrain();
        assertThat(queue.awaitDrained(TimeUnit.MILLISECONDS.toNanos(50))).isEqualTo(3);
        disk.writes.release(1_000_000);
        assertThat(queue.awaitDrained(PATIENCE.toNanos())).isZero();
        assertThat(disk.text()).isEqualTo("0\n1\n2\n");
    }

    @ParameterizedTest
    @EnumSource
    void theAccountIsRightAtEveryMomentUnderLoad(OverflowPolicy policy) throws Exception {
        start(policy);
        List<Thread> callers = new ArrayList<>();
        for (int c = 0; c < 4; c++) {
            callers.add(new Thread(() -> IntStream.range(0, 20_000).forEach(i -> log("line " + i))));
        }
        callers.forEach(Thread::start);
        long readings = 0;
        AppenderStatistics before = queue.statistics();
        while (callers.stream().anyMatch(Thread::isAlive)) {
            AppenderStatistics now = isExact();
            assertThat(now.queued()).isBetween(0L, (long) CAPACITY);
            assertThat(now.queuedBytes()).isBetween(0L, (long) CAPACITY);
            assertThat(now.accepted()).isGreaterThanOrEqualTo(before.accepted());
            assertThat(now.written()).isGreaterThanOrEqualTo(before.written());
            before = now;
            readings++;
        }
        assertThat(queue.flush(PATIENCE.toNanos())).isTrue();
        assertThat(readings).isPositive();
        assertThat(queue.statistics().accepted()).isEqualTo(80_000);
        assertThat(disk.text().lines()).hasSize((int) queue.statistics().written());
    }

    private AppenderStatistics isExact() {
        AppenderStatistics now = queue.statistics();
        assertThat(now.accepted()).isEqualTo(now.written() + now.dropped() + now.queued());
        return now;
    }

    /** To where no line of 40 bytes finds room. */
    private void fill() {
        while (queue.statistics().queuedBytes() < CAPACITY - 20) {
            log("0123456789");
        }
    }

    private void start(OverflowPolicy overflow) {
        LoggingSettings settings =
                new LoggingSettings(Set.of(), Set.of(), CAPACITY, overflow, Map.of(), Duration.ofHours(1));
        queue = new LineQueue("DISK", settings, lock, denial, new Lookout(), new Reporter());
        lock.lock();
        queue.attach(disk);
        lock.unlock();
    }

    private void log(String line) {
        log(disk, line);
    }

    private void log(Disk to, String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.US_ASCII);
        lock.lock();
        try {
            queue.take(to, bytes, 0, bytes.length);
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        } finally {
            lock.unlock();
        }
    }

    private void close() throws IOException {
        lock.lock();
        try {
            queue.close(disk);
        } finally {
            lock.unlock();
        }
    }

    private static final class Denial implements LineQueue.Denial {

        private final AtomicInteger begun = new AtomicInteger();
        private final AtomicInteger ended = new AtomicInteger();
        private volatile boolean active;

        @Override
        public void begin() {
            begun.incrementAndGet();
            active = true;
        }

        @Override
        public void end() {
            ended.incrementAndGet();
            active = false;
        }
    }

    private final class Lookout implements LineQueue.StreamLookout {

        @Override
        public void look() {}

        @Override
        public long nanosToNextLook() {
            return Long.MAX_VALUE;
        }

        @Override
        public boolean stepOut() {
            return lock.tryLock() && detach();
        }

        private boolean detach() {
            try {
                return queue.detach();
            } finally {
                lock.unlock();
            }
        }
    }

    private final class Reporter implements FailureReporter {

        @Override
        public void log(String line) {
            reports.add(line);
        }

        @Override
        public void failed(Throwable ex) {
            reports.add(ex.toString());
        }
    }

    /** Accepts a number of writes, and of bytes, and no more. */
    private static final class Disk extends Output {

        private final ByteArrayOutputStream written;
        private final AtomicInteger closed;
        private final List<String> pieces = new CopyOnWriteArrayList<>();
        private final Semaphore writes = new Semaphore(1_000_000);
        private final ByteBuffer buffer = ByteBuffer.allocate(MAX_BYTES);
        private volatile int room = Integer.MAX_VALUE;

        Disk() {
            this(new ByteArrayOutputStream(), new AtomicInteger());
        }

        private Disk(ByteArrayOutputStream written, AtomicInteger closed) {
            super(new OutputStream() {
                @Override
                public void write(int b) {
                    written.write(b);
                }

                @Override
                public void close() {
                    closed.incrementAndGet();
                }
            });
            this.written = written;
            this.closed = closed;
        }

        @Override
        public ByteBuffer buffer() {
            return buffer;
        }

        @Override
        public int piece() {
            return PIPE_BYTES;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            writes.acquireUninterruptibly();
            byte[] some = new byte[Math.min(room - written.size(), bytes.remaining())];
            if (some.length == 0) {
                throw new IOException("no space left");
            }
            bytes.get(some);
            written.writeBytes(some);
            pieces.add(new String(some, StandardCharsets.US_ASCII));
            return some.length;
        }

        @Override
        public boolean isResumable() {
            return true;
        }

        String text() {
            return written.toString(StandardCharsets.US_ASCII);
        }
    }
}
