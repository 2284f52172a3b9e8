/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/** A keep-alive connection with at most one request under way; opened again when the server has closed it. */
final class Connection {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final InetSocketAddress address;
    private final Selector selector;
    final Answer response = new Answer(null);
    private @Nullable SelectionKey key;

    @Nullable
    LoadRequest request;

    private ByteBuffer out = NOTHING;
    long startNanos;
    /** The time when the request was sent. Its timeout counts from then on. */
    long sentNanos;
    /** The time from which on the next request of a closed loop is due. */
    long idleSinceNanos;

    /** The bytes received, headers included. */
    long received;

    private int used;

    Connection(InetSocketAddress address, Selector selector) {
        this.address = address;
        this.selector = selector;
    }

    /** Connects and waits for it. */
    void connectNow() throws IOException {
        register(SocketChannel.open(address), SelectionKey.OP_READ);
    }

    /** Starts a request whose latency counts from {@code nanos}; connects first where the connection is closed. */
    void start(LoadRequest next, long nanos) throws IOException {
        request = next;
        startNanos = nanos;
        try {
            send(next);
        } catch (IOException ex) {
            sendAgain(next, ex);
        }
    }

    /**
     * A server may close a connection between two requests, even if the next one is on its way by then. So a request on
     * a used connection of which nothing came back is sent again, once, on a new connection.
     */
    private void sendAgain(LoadRequest failed, IOException ex) throws IOException {
        if (used == 0 || !response.untouched()) {
            throw ex;
        }
        close();
        send(failed);
    }

    private void send(LoadRequest next) throws IOException {
        out = next.bytes();
        sentNanos = System.nanoTime();
        response.reset(next);
        if (key == null) {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            boolean connected = channel.connect(address);
            register(channel, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT);
            if (!connected) {
                return;
            }
        }
        write();
    }

    private void register(SocketChannel channel, int operations) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        key = channel.register(selector, operations, this);
        used = 0;
    }

    /** Connects, reads and writes what is ready; returns whether the response is complete. */
    boolean advance(ByteBuffer buffer) throws IOException {
        SelectionKey ready = Objects.requireNonNull(key);
        LoadRequest current = request;
        if (current == null) {
            // Of a connection without a request only its end can be read.
            close();
            return false;
        }
        try {
            if (ready.isConnectable()) {
                ((SocketChannel) ready.channel()).finishConnect();
                write();
            } else if (ready.isWritable()) {
                write();
            }
            return ready.isReadable() && read((SocketChannel) ready.channel(), buffer);
        } catch (IOException ex) {
            sendAgain(current, ex);
            return false;
        }
    }

    private void write() throws IOException {
        SelectionKey current = Objects.requireNonNull(key);
        ((SocketChannel) current.channel()).write(out);
        int operations = out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
        if (current.interestOps() != operations) {
            current.interestOps(operations);
        }
    }

    private boolean read(SocketChannel channel, ByteBuffer buffer) throws IOException {
        int count;
        do {
            count = channel.read(buffer.clear());
            received += Math.max(0, count);
            if (count < 0 ? response.end() : response.take(buffer.flip())) {
                used++;
                if (count < 0 || response.closes() || out.hasRemaining()) {
                    close();
                }
                return true;
            }
        } while (count == buffer.capacity());
        if (count < 0) {
            throw new EOFException("connection closed before the response was complete");
        }
        return false;
    }

    void close() {
        if (key != null) {
            try {
                key.channel().close();
            } catch (IOException ex) {
                // The connection is not needed any more.
            }
            key = null;
        }
    }

    /** Marks the request as done and returns it. */
    @Nullable
    LoadRequest take() {
        LoadRequest done = request;
        request = null;
        return done;
    }
}
