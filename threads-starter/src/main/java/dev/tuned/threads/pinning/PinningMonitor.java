/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.pinning;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Watches for virtual threads that block and keep their carrier thread, by JFR's event {@code jdk.VirtualThreadPinned}. The JVM
 * raises it from Java 21 on; before, nothing is ever seen. JFR hands over events about once a second. Thread-safe.
 */
public final class PinningMonitor implements AutoCloseable {

    private static final Log logger = LogFactory.getLog(PinningMonitor.class);

    private static final String EVENT = "jdk.VirtualThreadPinned";

    private final Duration threshold;

    private final PinReader reader;

    private final @Nullable PinningLog log;

    private final PinningListener listener;

    private final PinnedPlaces places = new PinnedPlaces();

    private final LongSupplier usableBytes;

    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();

    private final Object lock = new Object();

    private @Nullable RecordingStream stream;

    private boolean closed;

    /**
     * Creates one that does not watch yet.
     *
     * @param threshold shortest time that counts; above 0
     * @param logInterval time for which the same place is not logged again; null to log nothing
     * @param maxFrames most frames that are told of a stack; at least 1
     * @param basePackages the application's packages, by whose frames places are named; may be empty
     * @param listener told of each pinned thread
     */
    public PinningMonitor(
            Duration threshold,
            @Nullable Duration logInterval,
            int maxFrames,
            List<String> basePackages,
            PinningListener listener) {
        this(threshold, logInterval, maxFrames, basePackages, listener, Disk::usableBytes);
    }

    PinningMonitor(
            Duration threshold,
            @Nullable Duration logInterval,
            int maxFrames,
            List<String> basePackages,
            PinningListener listener,
            LongSupplier usableBytes) {
        this.threshold = threshold;
        this.reader = new PinReader(new PlaceFinder(basePackages, maxFrames));
        this.log = (logInterval != null) ? new PinningLog(logInterval, System::nanoTime) : null;
        this.listener = listener;
        this.usableBytes = usableBytes;
    }

    /**
     * Begins to watch; takes up to seconds where JFR was not used before. Fails by one line in the log, not by an
     * exception: whatever JFR needs and does not get, a directory for instance, the application does not need. Stops in
     * the same way when less than 64 MB can be written to JFR's directory, and without a line when that is gone, as it is once
     * the JVM ends.
     */
    public void start() {
        // A directory that is not there yet, JFR makes.
        if (isFull(this.usableBytes.getAsLong())) {
            return;
        }
        try {
            RecordingStream started = startStream();
            synchronized (this.lock) {
                if (!this.closed) {
                    this.stream = started;
                    return;
                }
            }
            started.close();
        } catch (RuntimeException | LinkageError ex) {
            fail(ex);
        }
    }

    private RecordingStream startStream() {
        RecordingStream created = new RecordingStream();
        try {
            created.enable(EVENT).withThreshold(this.threshold).withStackTrace();
            created.setReuse(true);
            created.setOrdered(false);
            created.onEvent(EVENT, this::accept);
            created.onFlush(this::flushed);
            created.onError(this::fail);
            runInDaemonThread(created);
            return created;
        } catch (RuntimeException | LinkageError ex) {
            created.close();
            throw ex;
        }
    }

    /** Not by startAsync: its thread is no daemon, and would keep an application without a web server from ending. */
    private static void runInDaemonThread(RecordingStream stream) {
        CompletableFuture<Void> started = new CompletableFuture<>();
        stream.onFlush(() -> started.complete(null));
        Thread thread = new Thread(
                () -> {
                    try {
                        stream.start();
                        started.complete(null);
                    } catch (RuntimeException | LinkageError ex) {
                        started.completeExceptionally(ex);
                    }
                },
                "tuned-threads-pinning-events");
        thread.setDaemon(true);
        thread.start();
        started.join();
    }

    private void accept(RecordedEvent event) {
        // Another recording may have asked for shorter ones; JFR then has them for everybody.
        if (event.getDuration().compareTo(this.threshold) < 0) {
            return;
        }
        Pin pin = this.reader.read(event);
        PinnedPlace place = this.places.add(pin);
        this.listener.pinned(pin.reason(), pin.duration());
        if (this.log != null) {
            this.log.log(pin, place);
        }
    }

    private void flushed() {
        this.reader.forget();
        long usable = this.usableBytes.getAsLong();
        if (usable == Disk.NO_DIRECTORY) {
            // A shutdown hook of JFR's removes it while the application may still be stopping: nothing to warn of.
            this.failure.compareAndSet(null, "JFR's directory is gone");
            close();
        } else if (isFull(usable)) {
            close();
        }
    }

    private boolean isFull(long usable) {
        if (usable == Disk.NO_DIRECTORY || usable >= Disk.MIN_BYTES) {
            return false;
        }
        fail("less than %d MB left for JFR's files".formatted(Disk.MIN_BYTES >> 20));
        return true;
    }

    private void fail(Throwable problem) {
        Throwable cause = problem.getCause();
        fail(String.valueOf((problem instanceof CompletionException && cause != null) ? cause : problem));
    }

    private void fail(String problem) {
        if (this.failure.compareAndSet(null, problem)) {
            logger.warn("tuned threads: pinned threads are not watched: " + problem);
        }
    }

    /** What went wrong; null if nothing has. */
    public @Nullable String failure() {
        return this.failure.get();
    }

    /** Whether it watches now. */
    public boolean isWatching() {
        synchronized (this.lock) {
            return this.stream != null;
        }
    }

    /**
     * The places with most pinned threads, most first, of the {@value PinnedPlaces#MAX_PLACES} that were last seen.
     *
     * @param number how many at most
     */
    public List<PinnedPlace> top(int number) {
        return this.places.top(number);
    }

    /** Pinned threads at places that are no longer kept. */
    public long forgotten() {
        return this.places.forgotten();
    }

    /** Ends watching; what JFR has not handed over yet is lost. Does nothing the second time. */
    @Override
    public void close() {
        RecordingStream running;
        synchronized (this.lock) {
            this.closed = true;
            running = this.stream;
            this.stream = null;
        }
        if (running != null) {
            running.close();
        }
    }
}
