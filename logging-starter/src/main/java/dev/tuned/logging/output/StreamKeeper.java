/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.recovery.ResilientFileOutputStream;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.queue.FailureReporter;
import dev.tuned.logging.queue.LineQueue;
import dev.tuned.logging.queue.Output;

/**
 * Puts the queue in front of the stream of an appender, and again whenever the appender has got another stream: that is not announced by
 * Logback, so it is looked for, each 10 ms for a second after the stream was closed, as in a rollover, and then each second. Meanwhile the
 * appender is Logback's alone.
 *
 * <p>The fields below are written under the appender's lock, which the writer takes only if something has changed, and only if it gets it
 * soon: who holds it may wait for the writer.
 */
final class StreamKeeper implements LineQueue.StreamLookout {

    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LATER_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOCK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long LOCK_POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final OutputStreamAppender<ILoggingEvent> appender;
    private final ReentrantLock lock;
    private final boolean named;
    private final FailureReporter reporter;
    /** Made when the first file is taken: off the heap there may be no room for it later. */
    private @Nullable ByteBuffer direct;

    private @Nullable QueuedStream queued;
    /** What stands in the appender for it: itself, or what wraps it. */
    private @Nullable OutputStream installed;

    private LineQueue queue;
    private boolean released;
    private boolean saidUnopened;
    private long nextOpen = System.nanoTime();

    /** Of the writer's thread, as is the next. */
    private long nextLook = System.nanoTime();

    private long missingSince = nextLook;
    private boolean missing;

    @SuppressWarnings("NullAway.Init") // The queue is set by who makes both.
    StreamKeeper(
            OutputStreamAppender<ILoggingEvent> appender, ReentrantLock lock, boolean named, FailureReporter reporter) {
        this.appender = appender;
        this.lock = lock;
        this.named = named;
        this.reporter = reporter;
    }

    void keepFor(LineQueue keptFor) {
        queue = keptFor;
    }

    /**
     * Puts the queue in front of the stream, for the first time.
     *
     * @return whether it is
     * @throws IOException if the stream cannot be taken
     */
    boolean take() throws IOException {
        // It would close the channel of a file that is asked for its length.
        boolean interrupted = Thread.interrupted();
        lock.lock();
        try {
            return takeLocked();
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public long nanosToNextLook() {
        // It is time for one if our stream was closed since the last.
        return !missing && queue.isDetached() ? 0 : nextLook - System.nanoTime();
    }

    @Override
    public void look() {
        if (released || nanosToNextLook() > 0) {
            return;
        }
        long now = System.nanoTime();
        boolean inFront = lookNow();
        if (inFront) {
            missing = false;
        } else if (!missing) {
            missing = true;
            missingSince = now;
        }
        nextLook = now + (missing && now - missingSince < LATER_NANOS ? SOON_NANOS : LATER_NANOS);
    }

    private boolean lookNow() {
        if (isInFront()) {
            return true;
        }
        // Nobody waits for the writer while it is in front of nothing: it may wait for the end of a rollover.
        if (!tryLock(queue.isDetached() ? SOON_NANOS : LOCK_NANOS)) {
            return false;
        }
        try {
            return takeLocked();
        } catch (IOException | RuntimeException | OutOfMemoryError ex) {
            reporter.failed(ex);
            return false;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Without the lock: on Java 21 to 23, virtual threads that hold monitors may wait for it behind one that holds none, and take the carrier
     * that this one needs when the writer gives the lock back.
     */
    private boolean isInFront() {
        return installed != null
                && !queue.isDetached()
                && PrivateField.STREAM.get(appender) == installed
                && Conditions.against(appender, named) == null;
    }

    /** Tries again and again: who waits in the queue of the lock is overtaken by all who log. */
    private boolean tryLock(long nanos) {
        long deadline = System.nanoTime() + nanos;
        boolean locked = lock.tryLock();
        while (!locked && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(this, LOCK_POLL_NANOS);
            locked = lock.tryLock();
        }
        return locked;
    }

    private boolean takeLocked() throws IOException {
        OutputStream present = (OutputStream) PrivateField.STREAM.get(appender);
        if (present != null && present == installed) {
            return Conditions.against(appender, named) == null || !stepOutLocked();
        }
        if (!appender.isStarted()) {
            return false;
        }
        if (present == null) {
            openFile();
        } else if (!isOfAnother(present) && Conditions.against(appender, named) == null) {
            putInFrontOf(present);
            return true;
        }
        return false;
    }

    /** Two queues would put themselves in front of each other for ever. */
    private static boolean isOfAnother(OutputStream present) {
        return present instanceof QueuedStream || present instanceof QueuedFileStream;
    }

    private void putInFrontOf(OutputStream present) throws IOException {
        Output next = output(present);
        QueuedStream stream = new QueuedStream(appender, queue, next);
        OutputStream standIn = present instanceof ResilientFileOutputStream file && appender instanceof FileAppender<?>
                ? new QueuedFileStream(stream, file)
                : stream;
        queued = stream;
        installed = standIn;
        queue.attach(next);
        PrivateField.STREAM.set(appender, standIn);
    }

    private Output output(OutputStream present) throws IOException {
        if (appender instanceof FileAppender<?> file && present instanceof ResilientFileOutputStream stream) {
            ByteBuffer buffer = direct;
            if (buffer == null) {
                buffer = ByteBuffer.allocateDirect(Output.MAX_BYTES);
                direct = buffer;
            }
            return new FileOutput(file, stream, buffer);
        }
        if (appender instanceof ConsoleAppender<?> console) {
            ConsoleTarget target = ConsoleTarget.findByName(console.getTarget());
            if (target != null && present == target.getStream()) {
                return new ConsoleOutput(present, target);
            }
        }
        return new StreamOutput(present);
    }

    /** A rollover could not open the next file. Logback does not try again. */
    private void openFile() throws IOException {
        if (appender instanceof FileAppender<?> file && System.nanoTime() - nextOpen >= 0) {
            nextOpen = System.nanoTime() + LATER_NANOS;
            if (!saidUnopened) {
                saidUnopened = true;
                appender.addWarn("tuned logging: appender [" + appender.getName()
                        + "] has no open file; trying to open " + file.getFile() + " each second");
            }
            file.openFile(file.getFile());
            saidUnopened = false;
        }
    }

    @Override
    public boolean stepOut() {
        if (released) {
            return true;
        }
        if (!tryLock(LOCK_NANOS)) {
            return false;
        }
        try {
            released = stepOutLocked();
            return released;
        } finally {
            lock.unlock();
        }
    }

    /** Gives the appender its stream back. Returns false while something is queued. */
    private boolean stepOutLocked() {
        if (!queue.detach()) {
            return false;
        }
        if (queued != null) {
            OutputStream own = queued.passThrough();
            if (PrivateField.STREAM.get(appender) == installed) {
                PrivateField.STREAM.set(appender, own);
            }
        }
        queued = null;
        installed = null;
        return true;
    }
}
