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

    private long received;
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
        SelectionKey ready = requireKey();
        try {
            if (ready.isConnectable()) {
                ((SocketChannel) ready.channel()).finishConnect();
                write();
            } else if (ready.isWritable()) {
                write();
            }
            return ready.isReadable() && read(ready, buffer);
        } catch (IOException ex) {
            if (request == null) {
                close();
                return false;
            }
            sendAgain(request, ex);
            return false;
        }
    }

    private void write() throws IOException {
        SelectionKey current = requireKey();
        ((SocketChannel) current.channel()).write(out);
        int operations = out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
        if (current.interestOps() != operations) {
            current.interestOps(operations);
        }
    }

    private boolean read(SelectionKey current, ByteBuffer buffer) throws IOException {
        SocketChannel channel = (SocketChannel) current.channel();
        int count;
        do {
            count = channel.read(buffer.clear());
            received += Math.max(0, count);
            if (count > 0 && (request == null || response.take(buffer.flip()))) {
                return finished(request == null || response.closes());
            }
        } while (count == buffer.capacity());
        return count < 0 && ended();
    }

    /** The bytes received since the last call. */
    long takeReceived() {
        long taken = received;
        received = 0;
        return taken;
    }

    private boolean finished(boolean close) {
        used++;
        if (close || out.hasRemaining()) {
            close();
        }
        return request != null;
    }

    private boolean ended() throws IOException {
        if (request == null || response.end()) {
            close();
            return request != null;
        }
        throw new EOFException("connection closed before the response was complete");
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

    private SelectionKey requireKey() {
        if (key == null) {
            throw new IllegalStateException("not connected");
        }
        return key;
    }
}
