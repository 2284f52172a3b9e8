/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tuned.examples.dropin.RawHttp;

/** One connection for several requests, whose answers have a length. */
public final class KeptConnection implements AutoCloseable {

    private static final Pattern LENGTH = Pattern.compile("(?mi)^Content-Length: (\\d+)");

    private final Socket socket;

    public KeptConnection(int port) throws IOException {
        this.socket = new Socket("127.0.0.1", port);
        this.socket.setSoTimeout(30_000);
    }

    public void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Reads one answer; {@code hasBody} is whether its length is that of a body that follows. */
    public RawHttp.Answer read(boolean hasBody) throws IOException {
        InputStream in = socket.getInputStream();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String head = "";
        while (!head.endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                return new RawHttp.Answer(bytes.toByteArray(), "closed");
            }
            bytes.write(next);
            head = next == '\n' ? bytes.toString(StandardCharsets.ISO_8859_1) : "";
        }
        Matcher length = LENGTH.matcher(head);
        if (hasBody && length.find() && !head.contains(" 304 ")) {
            bytes.write(in.readNBytes(Integer.parseInt(length.group(1))));
        }
        return new RawHttp.Answer(bytes.toByteArray(), "kept");
    }

    /** Reads so many bytes and returns them as text. */
    public String read(int bytes) throws IOException {
        byte[] read = socket.getInputStream().readNBytes(bytes);
        if (read.length < bytes) {
            throw new EOFException("after " + read.length);
        }
        return new String(read, StandardCharsets.ISO_8859_1);
    }

    /** Reads all that comes until the server closes; {@code reset} if that is how it ends. */
    public RawHttp.Answer readToEnd() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(bytes);
            return new RawHttp.Answer(bytes.toByteArray(), "closed");
        } catch (IOException ex) {
            return new RawHttp.Answer(bytes.toByteArray(), "reset");
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
