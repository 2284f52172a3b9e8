/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Many connections on the caller's thread alone, each with one request at a time. */
public final class NioClient implements AutoCloseable {

    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final int port;

    private final Selector selector = Selector.open();

    private final List<SocketChannel> channels = new ArrayList<>();

    private final ByteBuffer buffer = ByteBuffer.allocate(4096);

    private int closedByServer;

    public NioClient(int port) throws IOException {
        this.port = port;
    }

    public int port() {
        return port;
    }

    /** Connects one after the other, because the kernel drops what the server is too slow to accept. */
    public NioClient open(int connections) throws IOException {
        for (int n = 0; n < connections; n++) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, new StringBuilder());
            channels.add(channel);
        }
        return this;
    }

    /** Sends a request over each connection and waits; returns how many were answered with that body. */
    public int get(String path, String body) throws IOException {
        send(path);
        return receive(body);
    }

    public void send(String path) throws IOException {
        byte[] request =
                "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(path).getBytes(StandardCharsets.US_ASCII);
        for (SocketChannel channel : channels) {
            channel.write(ByteBuffer.wrap(request));
        }
    }

    /** Waits for an answer on each connection; returns how many have that body. */
    public int receive(String body) throws IOException {
        int answered = 0;
        long start = System.nanoTime();
        while (answered + closedByServer < channels.size() && System.nanoTime() - start < PATIENCE_NANOS) {
            selector.select(1_000);
            for (SelectionKey key : selector.selectedKeys()) {
                if (read(key, body)) {
                    answered++;
                }
            }
            selector.selectedKeys().clear();
        }
        return answered;
    }

    private boolean read(SelectionKey key, String body) throws IOException {
        buffer.clear();
        if (((SocketChannel) key.channel()).read(buffer) < 0) {
            closedByServer++;
            key.cancel();
            return false;
        }
        StringBuilder answer = (StringBuilder) key.attachment();
        answer.append(StandardCharsets.US_ASCII.decode(buffer.flip()));
        boolean complete =
                answer.indexOf("HTTP/1.1 200 ") == 0 && answer.toString().endsWith("\r\n\r\n" + body);
        if (complete) {
            answer.setLength(0);
        }
        return complete;
    }

    /** Connections that the server has closed, as far as is known without asking for more. */
    public int closedByServer() throws IOException {
        selector.selectNow();
        for (SelectionKey key : selector.selectedKeys()) {
            read(key, "nothing was asked for");
        }
        selector.selectedKeys().clear();
        return closedByServer;
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel channel : channels) {
            channel.close();
        }
        selector.close();
    }
}
