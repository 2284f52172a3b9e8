/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests as bytes over a socket of their own, and every byte of the answers. */
public final class RawHttp {

    private static final int TIMEOUT_MILLIS = 10_000;
    private static final Pattern STATUS = Pattern.compile("(?m)^HTTP/1\\.1 (\\d{3})");
    private static final Pattern CHUNK_LINE =
            Pattern.compile("(?m)^(Transfer-Encoding|transfer-encoding): chunked\\r\\n");

    private RawHttp() {}

    /**
     * An answer.
     *
     * @param bytes all that was read until the server closed
     * @param end how that ended: {@code closed}, {@code reset} or {@code no end}
     */
    public record Answer(byte[] bytes, String end) {

        /** As text, one character a byte. */
        public String text() {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }

        public String status() {
            Matcher status = STATUS.matcher(text());
            return status.find() ? status.group(1) : "(none)";
        }

        /** The lines before the body, in their order and with their case; those of all answers, if there are several. */
        public String head() {
            String text = text();
            int end = text.indexOf("\r\n\r\n");
            return end < 0 ? text : text.substring(0, end);
        }

        /** What follows the head, as it was sent; chunked bodies without their chunks' lengths. */
        public String body() {
            String text = text();
            int end = text.indexOf("\r\n\r\n");
            if (end < 0) {
                return "";
            }
            String body = text.substring(end + 4);
            return CHUNK_LINE.matcher(head() + "\r\n").find() ? withoutChunks(body) : body;
        }

        private static String withoutChunks(String body) {
            StringBuilder content = new StringBuilder();
            int at = 0;
            while (true) {
                int line = body.indexOf("\r\n", at);
                if (line < 0) {
                    return content + "(cut off in a chunk)";
                }
                int length = Integer.parseInt(body.substring(at, line).strip(), 16);
                if (length == 0) {
                    return content.toString();
                }
                content.append(body, line + 2, Math.min(line + 2 + length, body.length()));
                at = Math.min(line + 4 + length, body.length());
            }
        }

        /** Status, head, body and end become aspects; of a long body its length and digest. */
        public void recordAs(String name, Recording recording) {
            recording.add(name, "status", status());
            recording.add(name, "head", head());
            recording.add(name, "body", body().length() <= 4_000 ? body() : body().length() + " " + sha256(body()));
            recording.add(name, "end", end);
        }
    }

    public static Answer get(int port, String path, String... headers) throws IOException {
        StringBuilder request =
                new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        return exchange(port, request.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends {@code request}, which should ask for the connection to be closed, and reads until it is. */
    public static Answer exchange(int port, byte[] request) throws IOException {
        return exchange(new Socket("127.0.0.1", port), request, false);
    }

    /** The same for a client that sends no more after this: the server reads the end of the stream. */
    public static Answer exchangeAndEnd(int port, byte[] request) throws IOException {
        return exchange(new Socket("127.0.0.1", port), request, true);
    }

    /** The same over a connection of the caller's, such as one by TLS. */
    public static Answer exchange(Socket connection, byte[] request) throws IOException {
        return exchange(connection, request, false);
    }

    private static Answer exchange(Socket connection, byte[] request, boolean endOutput) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Socket socket = connection) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            try {
                socket.getOutputStream().write(request);
                if (endOutput) {
                    socket.shutdownOutput();
                }
            } catch (SocketException ex) {
                // The server closed before all was sent: what it answered can still be read.
            }
            String end = read(socket.getInputStream(), bytes);
            return new Answer(bytes.toByteArray(), end);
        }
    }

    private static String read(InputStream in, ByteArrayOutputStream bytes) throws IOException {
        try {
            in.transferTo(bytes);
            return "closed";
        } catch (SocketTimeoutException ex) {
            return "no end";
        } catch (SocketException ex) {
            return "reset";
        }
    }

    public static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.ISO_8859_1));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
