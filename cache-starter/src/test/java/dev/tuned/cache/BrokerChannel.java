/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/** An example of an application's own channel, through a broker that delivers each message to all who listen, in order. */
public final class BrokerChannel implements InvalidationChannel {

    /** Stands for the broker. */
    public static final class Broker {

        private final Queue<BrokerChannel> channels = new ConcurrentLinkedQueue<>();
        private volatile boolean away;

        /** While it is away it takes nothing, and delivers nothing. */
        public void setAway(boolean away) {
            this.away = away;
        }

        private void send(byte[] message) {
            if (away) {
                throw new IllegalStateException("The broker is away");
            }
            channels.forEach(channel -> channel.queue.execute(() -> channel.deliver(message)));
        }
    }

    private final Broker broker;
    private final ScheduledExecutorService queue = Executors.newSingleThreadScheduledExecutor();
    private volatile @Nullable Receiver receiver;

    public BrokerChannel(Broker broker) {
        this.broker = broker;
        var unused = queue.scheduleWithFixedDelay(this::beat, 0, 200, TimeUnit.MILLISECONDS);
    }

    @Override
    public void start(Receiver started) {
        receiver = started;
        // What was published before is unknown here.
        queue.execute(started::mayHaveMissed);
        broker.channels.add(this);
    }

    @Override
    public void stop() {
        broker.channels.remove(this);
        receiver = null;
    }

    @Override
    public void publish(byte[] message) {
        broker.send(message);
    }

    private void deliver(byte[] message) {
        Receiver started = receiver;
        if (started != null) {
            started.received(message);
        }
    }

    /** This broker delivers at once: whatever was published before now is in the queue, in front of what is added to it. */
    private void beat() {
        Receiver started = receiver;
        if (started != null && !broker.away) {
            long now = System.nanoTime();
            queue.execute(() -> started.upToDate(now));
        }
    }

    /** Called by Spring. */
    public void close() {
        queue.shutdownNow();
    }
}
