/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Body of a request on its way from the thread of an upload to a thread of the HTTP client. Holds 32 KB at most: the writer waits
 * while the receiver does not read. Safe for one writer and one reader.
 */
final class ForwardedBody extends InputStream {

    private final ReentrantLock lock = new ReentrantLock();

    private final Condition changed = lock.newCondition();

    private final byte[] bytes = new byte[32 << 10];

    /** Index of the first unread byte in the ring {@link #bytes}. */
    private int start;

    /** Number of unread bytes. */
    private int count;

    private boolean complete;

    /** Whether reading or writing has ended. */
    private boolean closed;

    /**
     * Hands bytes over, and waits for room.
     *
     * @return false after {@link #close()}
     * @throws IOException if nothing was read for that long
     */
    boolean write(byte[] from, int offset, int length, Duration maxWait) throws IOException {
        int written = 0;
        lock.lock();
        try {
            while (written < length) {
                awaitRoom(maxWait);
                if (closed) {
                    return false;
                }
                int at = (start + count) % bytes.length;
                int step = Math.min(length - written, Math.min(bytes.length - count, bytes.length - at));
                System.arraycopy(from, offset + written, bytes, at, step);
                written += step;
                count += step;
                changed.signalAll();
            }
            return true;
        } catch (InterruptedException ex) {
            throw interrupted(ex);
        } finally {
            lock.unlock();
        }
    }

    private void awaitRoom(Duration maxWait) throws IOException, InterruptedException {
        long left = maxWait.toNanos();
        while (count == bytes.length && !closed) {
            if (left <= 0) {
                throw new IOException("The receiver took nothing of a part of an upload for " + maxWait);
            }
            left = changed.awaitNanos(left);
        }
    }

    /** Says that all is written. */
    void complete() {
        change(() -> complete = true);
    }

    /** Ends the wait of both threads. The reading of an incomplete body fails. */
    @Override
    public void close() {
        change(() -> closed = true);
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether all bytes were written and read. */
    boolean isTaken() {
        lock.lock();
        try {
            return complete && count == 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return (read(one, 0, 1) < 0) ? -1 : (one[0] & 0xFF);
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        lock.lock();
        try {
            while (count == 0 && !complete && !closed) {
                changed.await();
            }
            if (closed && !complete) {
                throw new IOException("The part of an upload is not complete");
            }
            if (count == 0) {
                return -1;
            }
            int step = Math.min(length, Math.min(count, bytes.length - start));
            System.arraycopy(bytes, start, to, offset, step);
            start = (start + step) % bytes.length;
            count -= step;
            changed.signalAll();
            return step;
        } catch (InterruptedException ex) {
            throw interrupted(ex);
        } finally {
            lock.unlock();
        }
    }

    private static IOException interrupted(InterruptedException ex) {
        Thread.currentThread().interrupt();
        return (IOException) new InterruptedIOException("Interrupted while a part of an upload is sent").initCause(ex);
    }
}
