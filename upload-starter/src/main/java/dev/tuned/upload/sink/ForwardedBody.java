/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * Body of a request whose bytes one thread hands over when the HTTP client asks for them: nothing is queued here, and the
 * thread waits as long as the receiver does not read.
 *
 * <p>Between the first {@link #send} and the end the methods of the subscriber are called by that thread only.
 */
final class ForwardedBody implements Flow.Publisher<ByteBuffer>, Flow.Subscription {

    private final ReentrantLock lock = new ReentrantLock();

    private final Condition changed = lock.newCondition();

    private final AtomicBoolean subscribed = new AtomicBoolean();

    /** Set once it knows of this subscription. */
    private Flow.@Nullable Subscriber<? super ByteBuffer> subscriber;

    private long demand;

    /** Whether the client has asked at all: before, Java's own is not ready for an end either. */
    private boolean asked;

    /** Whether the client takes no more. */
    private boolean closed;

    private boolean ended;

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> newSubscriber) {
        if (!subscribed.compareAndSet(false, true)) {
            newSubscriber.onSubscribe(new Spent());
            newSubscriber.onError(new IOException("The part of an upload cannot be sent a second time"));
            return;
        }
        newSubscriber.onSubscribe(this);
        change(() -> subscriber = newSubscriber);
    }

    @Override
    public void request(long count) {
        change(() -> {
            asked = true;
            demand = (count > Long.MAX_VALUE - demand) ? Long.MAX_VALUE : demand + count;
        });
    }

    @Override
    public void cancel() {
        close();
    }

    /** Lets the sending thread go: there is an answer, or no connection any more. */
    void close() {
        change(() -> closed = true);
    }

    /**
     * Hands over once the client asks.
     *
     * @param chunk which belongs to the client from now on: only the client knows when it is sent
     * @return whether the client took it; not after it closed
     * @throws IOException if the client asks for nothing for that long
     */
    boolean send(ByteBuffer chunk, Duration patience) throws IOException {
        Flow.Subscriber<? super ByteBuffer> receiver = await(1, patience);
        if (receiver == null) {
            return false;
        }
        receiver.onNext(chunk);
        return true;
    }

    /**
     * Says that the body is complete.
     *
     * @return whether the client learned of it; not after it closed
     * @throws IOException if there is no connection after that long
     */
    boolean complete(Duration patience) throws IOException {
        Flow.Subscriber<? super ByteBuffer> receiver = await(0, patience);
        if (receiver == null) {
            return false;
        }
        ended = true;
        receiver.onComplete();
        return true;
    }

    /** Breaks off a body that has begun, so that the receiver sees that it is not complete. */
    void breakOff() {
        Flow.Subscriber<? super ByteBuffer> receiver;
        lock.lock();
        try {
            receiver = (ended || !asked) ? null : subscriber;
            ended = true;
        } finally {
            lock.unlock();
        }
        if (receiver != null) {
            receiver.onError(new IOException("The part of an upload is not complete"));
        }
    }

    private Flow.@Nullable Subscriber<? super ByteBuffer> await(int needed, Duration patience) throws IOException {
        long left = patience.toNanos();
        lock.lock();
        try {
            while (!closed && (subscriber == null || !asked || demand < needed)) {
                if (left <= 0) {
                    throw new IOException("The receiver took nothing of a part of an upload for " + patience);
                }
                left = changed.awaitNanos(left);
            }
            demand -= needed;
            return closed ? null : subscriber;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("Interrupted while the receiver reads").initCause(ex);
        } finally {
            lock.unlock();
        }
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

    /** Subscription to nothing. */
    private static final class Spent implements Flow.Subscription {

        @Override
        public void request(long count) {}

        @Override
        public void cancel() {}
    }
}
