/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Threads that log numbered lines, every tenth at WARN, and keep the number of calls that have returned in a file, where it is
 * safe from the end of the JVM. A call after which Logback is stopped counts for nothing: it may have come too late.
 */
final class Producers {

    private static final Logger log = LoggerFactory.getLogger("load");

    private final int threads;
    private final Executor executor;
    private final BooleanSupplier stopped;
    private final Caller caller;
    private final MappedByteBuffer returned;

    Producers(Path file, int threads, Caller caller, BooleanSupplier stopped, Executor executor) {
        this.threads = threads;
        this.caller = caller;
        this.stopped = stopped;
        this.executor = executor;
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            returned = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) threads * Integer.BYTES);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Each thread logs so many lines more; returns when all calls have returned. */
    void log(int lines) throws InterruptedException {
        start(lines).await();
    }

    CountDownLatch start(int lines) {
        CountDownLatch done = new CountDownLatch(threads);
        for (int t = 0; t < threads; t++) {
            int thread = t;
            executor.execute(() -> {
                int first = returned.getInt(thread * Integer.BYTES) + 1;
                for (int i = 0; i < lines; i++) {
                    caller.log(thread, first + i);
                    if (stopped.getAsBoolean()) {
                        break;
                    }
                    returned.putInt(thread * Integer.BYTES, first + i);
                }
                done.countDown();
            });
        }
        return done;
    }

    private static void log(Level level, int thread, Object number) {
        log.atLevel(level).log("load {} {}", thread, number);
    }

    /** What is special about the calls. */
    enum Caller {
        ORDINARY,
        /** The threads with even numbers are interrupted before each call, and should still be after it. */
        INTERRUPTED,
        /** The threads with even numbers hold a monitor. */
        SYNCHRONIZED,
        /** An argument logs while it is formatted. */
        REENTRANT,
        /** What a call throws is caught. */
        CATCHING;

        @SuppressWarnings("SystemOut")
        void log(int thread, int number) {
            Level level = number % 10 == 0 ? Level.WARN : Level.INFO;
            boolean even = thread % 2 == 0;
            if (this == CATCHING) {
                try {
                    Producers.log(level, thread, number);
                } catch (Throwable ex) {
                    // The test knows which lines these are.
                }
                return;
            }
            if (this == INTERRUPTED && even) {
                Thread.currentThread().interrupt();
                Producers.log(level, thread, number);
                if (!Thread.interrupted()) {
                    System.err.println("interrupt of thread " + thread + " has gone at " + number);
                }
            } else if (this == SYNCHRONIZED && even) {
                synchronized (new Object()) {
                    Producers.log(level, thread, number);
                }
            } else {
                Producers.log(level, thread, this == REENTRANT ? new Talkative(number) : number);
            }
        }
    }

    private record Talkative(int number) {

        @Override
        public String toString() {
            log.info("formatted {}", number);
            return Integer.toString(number);
        }
    }

    /** The number of calls that have returned, by thread. */
    static int[] returned(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        return IntStream.range(0, bytes.remaining() / Integer.BYTES)
                .map(thread -> bytes.getInt(thread * Integer.BYTES))
                .toArray();
    }
}
