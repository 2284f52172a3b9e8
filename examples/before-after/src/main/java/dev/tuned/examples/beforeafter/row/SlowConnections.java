/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import dev.tuned.bench.load.Answer;
import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadRequest;

/**
 * The same request over many connections at once, none of which carries it quickly: all are sent but for their last
 * bytes, which come later. For one thread, but for
 * {@link #quietNanos}.
 */
public final class SlowConnections implements AutoCloseable {

    /** Tomcat accepts connections one by one while 100 wait. */
    private static final int CONNECTIONS_AT_ONCE = 32;

    /** So small that what is sent has been read, but for what the server's system buffers. */
    private static final int SEND_BUFFER = 128 * 1024;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long SELECT_MILLIS = 50;
    private static final long LONGEST_NANOS = Load.TIMEOUT.toNanos();

    private final Selector selector = Selector.open();
    private final List<Slow> all = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(64 * 1024);
    private final LoadRequest request;
    private volatile long moved = System.nanoTime();

    /**
     * Connects.
     *
     * @throws IOException if the server does not accept that many connections
     */
    public SlowConnections(InetSocketAddress address, LoadRequest request, int connections) throws IOException {
        this.request = request;
        for (int i = 0; i < connections; i++) {
            if (i % CONNECTIONS_AT_ONCE == CONNECTIONS_AT_ONCE - 1) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            SocketChannel channel = SocketChannel.open(address);
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER);
            all.add(new Slow(channel, channel.register(selector, 0), request.bytes()));
        }
    }

    /** One of the connections. */
    private static final class Slow {
        private final SocketChannel channel;
        private final SelectionKey key;
        private final ByteBuffer out;
        private final Answer answer = new Answer(new ByteArrayOutputStream());
        private boolean ended;
        private boolean answered;

        Slow(SocketChannel channel, SelectionKey key, ByteBuffer out) {
            this.channel = channel;
            this.key = key;
            this.out = out;
            key.attach(this);
        }
    }

    /**
     * Sends all bytes but the last {@code held}, for a minute at most.
     *
     * @param gone says when the server is gone, so that it is no use to go on
     */
    public void sendAllBut(int held, BooleanSupplier gone) throws IOException {
        send(held, gone, () -> all.stream().anyMatch(slow -> !slow.ended && slow.out.hasRemaining()));
    }

    /** Sends the rest and reads answers until there are all, as long. */
    public void sendTheRest(BooleanSupplier gone) throws IOException {
        send(0, gone, () -> all.stream().anyMatch(slow -> !slow.ended));
    }

    /** For how long no byte has been sent or received, in nanoseconds. May be called by another thread. */
    public long quietNanos() {
        return System.nanoTime() - moved;
    }

    /** The number of connections with an answer that is as expected. */
    public int right() {
        return (int) all.stream()
                .filter(slow -> slow.answered && request.expectation().accepts(slow.answer))
                .count();
    }

    private void send(int held, BooleanSupplier gone, BooleanSupplier more) throws IOException {
        for (Slow slow : all) {
            slow.out.limit(slow.out.capacity() - held);
            if (!slow.ended) {
                slow.key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
            }
        }
        long begin = System.nanoTime();
        while (more.getAsBoolean() && !gone.getAsBoolean() && System.nanoTime() - begin < LONGEST_NANOS) {
            selector.select(key -> move((Slow) key.attachment()), SELECT_MILLIS);
        }
    }

    private void move(Slow slow) {
        try {
            if (slow.key.isWritable()) {
                moved(slow.channel.write(slow.out));
                slow.key.interestOps(slow.out.hasRemaining() ? slow.key.interestOps() : SelectionKey.OP_READ);
            }
            if (slow.key.isReadable()) {
                int count = moved(slow.channel.read(buffer.clear()));
                slow.answered = count < 0 ? slow.answer.end() : slow.answer.take(buffer.flip());
                slow.ended = slow.answered || count < 0;
            }
        } catch (IOException ex) {
            slow.ended = true;
        }
        if (slow.ended) {
            slow.key.cancel();
        }
    }

    private int moved(int bytes) {
        if (bytes > 0) {
            moved = System.nanoTime();
        }
        return bytes;
    }

    @Override
    public void close() throws IOException {
        for (Slow slow : all) {
            slow.channel.close();
        }
        selector.close();
    }
}
