/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.stream;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A connection that sends prepared bytes and reads small answers. */
final class LoopbackClient implements AutoCloseable {

    private static final Pattern LENGTH = Pattern.compile("(?i)\\r\\ncontent-length: (\\d+)\\r\\n");

    private final SocketChannel channel;
    private final ByteBuffer answer = ByteBuffer.allocate(4096);

    LoopbackClient(int port) throws IOException {
        channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    static ByteBuffer get(String path) {
        return ByteBuffer.wrap(
                ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    static ByteBuffer post(String path, String type, byte[]... body) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] piece : body) {
            content.writeBytes(piece);
        }
        byte[] head = ("POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: " + type + "\r\nContent-Length: "
                        + content.size() + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        ByteBuffer request = ByteBuffer.allocateDirect(head.length + content.size());
        return request.put(head).put(content.toByteArray()).flip();
    }

    /** Sends a request and returns the body of the answer, which has to be a 200. */
    String send(ByteBuffer request) throws IOException {
        ByteBuffer bytes = request.duplicate();
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        answer.clear();
        while (channel.read(answer) >= 0) {
            String text = new String(answer.array(), 0, answer.position(), StandardCharsets.ISO_8859_1);
            int end = text.indexOf("\r\n\r\n") + 4;
            Matcher length = LENGTH.matcher(text);
            if (end >= 4 && length.find() && text.length() == end + Integer.parseInt(length.group(1))) {
                if (!text.startsWith("HTTP/1.1 200")) {
                    throw new IOException(text);
                }
                return text.substring(end);
            }
        }
        throw new EOFException(new String(answer.array(), 0, answer.position(), StandardCharsets.ISO_8859_1));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
