/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.notify;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

import dev.tuned.cache.InvalidationChannel;

/** Notifications through a channel, without one's own. Thread-safe. */
public final class Notifications implements InvalidationChannel.Receiver {

    /** Who is notified. */
    public interface Listener {

        /** Another instance changed something. */
        void changed(Notification notification);

        /** Notifications may be missing. */
        void lost();
    }

    /** How old the last time may be that all had arrived, in nanoseconds, for the channel to be connected. */
    public static final long SILENCE = TimeUnit.SECONDS.toNanos(3);

    private final UUID id = UUID.randomUUID();
    private final InvalidationChannel channel;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final LongAdder sent = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile long heard = System.nanoTime() - 2 * SILENCE;

    /** Creates what listens through a channel, which is started later. */
    public Notifications(InvalidationChannel channel) {
        this.channel = channel;
    }

    /** Notifies one more listener. */
    public void add(Listener listener) {
        listeners.add(listener);
    }

    /** Listens, in the background. */
    public void start() {
        if (!started.getAndSet(true)) {
            channel.start(this);
        }
    }

    /** Ends that. It can be started again. */
    public void stop() {
        if (started.getAndSet(false)) {
            channel.stop();
        }
    }

    /**
     * Notifies the other instances.
     *
     * @throws RuntimeException if the channel did not take it
     */
    public void publish(Key key, boolean second) {
        channel.publish(new Notification(id, key, second).encode());
        sent.increment();
    }

    /** Whether all had arrived lately. */
    public boolean isConnected() {
        return isConnected(System.nanoTime());
    }

    /** The same, at this time of {@link System#nanoTime}. */
    public boolean isConnected(long nanoTime) {
        return nanoTime - heard <= SILENCE;
    }

    /** Notifications that were sent. */
    public long sent() {
        return sent.sum();
    }

    /** Notifications of other instances. */
    public long received() {
        return received.sum();
    }

    /** How often notifications may have been missing. */
    public long lost() {
        return lost.sum();
    }

    @Override
    public void received(byte[] message) {
        Notification notification = Notification.decode(message);
        if (notification != null && !notification.sender().equals(id)) {
            received.increment();
            listeners.forEach(listener -> listener.changed(notification));
        }
    }

    @Override
    public void upToDate(long nanoTime) {
        heard = nanoTime;
    }

    @Override
    public void mayHaveMissed() {
        lost.increment();
        listeners.forEach(Listener::lost);
    }
}
