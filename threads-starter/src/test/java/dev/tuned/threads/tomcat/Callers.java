/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import static org.awaitility.Awaitility.await;

/** Callers with a connection each, which ask again as soon as they are answered, on one thread. */
final class Callers implements AutoCloseable {

    private static final byte[] REQUEST =
            "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private static final String OK = "HTTP/1.1 200 ";

    private final int port;

    private final Selector selector = Selector.open();

    private final List<SocketChannel> channels = new ArrayList<>();

    private final Thread thread = new Thread(this::run, "callers");

    private final ByteBuffer buffer = ByteBuffer.allocate(8192);

    final AtomicInteger successes = new AtomicInteger();

    final AtomicInteger failures = new AtomicInteger();

    Callers(int port, int callers) throws IOException {
        this.port = port;
        for (int n = 0; n < callers; n++) {
            connect();
        }
        thread.start();
    }

    private void connect() throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ);
        channels.add(channel);
        channel.write(ByteBuffer.wrap(REQUEST));
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                selector.select();
                for (SelectionKey key : selector.selectedKeys()) {
                    answer(key);
                }
                selector.selectedKeys().clear();
            }
        } catch (ClosedByInterruptException ex) {
            Thread.currentThread().interrupt();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** The answers have a few bytes, and arrive in one piece. */
    private void answer(SelectionKey key) throws IOException {
        buffer.clear();
        SocketChannel channel = (SocketChannel) key.channel();
        boolean ended = channel.read(buffer) < 0;
        String answer = StandardCharsets.US_ASCII.decode(buffer.flip()).toString();
        if (answer.startsWith(OK)) {
            successes.incrementAndGet();
        } else if (!answer.isEmpty()) {
            failures.incrementAndGet();
        }
        if (ended || answer.contains("Connection: close")) {
            channel.close();
            connect();
        } else {
            channel.write(ByteBuffer.wrap(REQUEST));
        }
    }

    @Override
    public void close() throws IOException {
        thread.interrupt();
        await().until(() -> !thread.isAlive());
        for (SocketChannel channel : channels) {
            channel.close();
        }
        selector.close();
    }
}
