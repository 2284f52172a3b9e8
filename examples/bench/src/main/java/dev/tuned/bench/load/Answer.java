/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.io.ByteArrayOutputStream;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 response, read from bytes as they come: with a body of announced length, chunked, or up to the end of the
 * connection. In a load it is reused from response to response, and the first 16 KB of its body are kept.
 */
public final class Answer {

    private static final int MAX_HEAD = 16 * 1024;
    private static final int EXCERPT = 64;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    static {
        // Nothing takes what the parser logs, and this need not be said on standard error.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
    }

    private final List<HttpField> headers = new ArrayList<>();
    private final byte[] start = new byte[16 * 1024];
    private final @Nullable ByteArrayOutputStream copy;
    private HttpParser parser = newParser();
    private int status;
    private long length;
    private boolean closes;
    private boolean complete;
    private String problem = "";

    /** @param copy takes the whole body, or {@code null} where it is not read */
    public Answer(@Nullable ByteArrayOutputStream copy) {
        this.copy = copy;
    }

    private HttpParser newParser() {
        return new HttpParser(new Parts(), MAX_HEAD);
    }

    void reset(LoadRequest request) {
        parser.reset();
        if (parser.isTerminated()) {
            parser = newParser();
        }
        parser.setHeadResponse(request.head());
        length = 0;
        complete = false;
        problem = "the body is cut short or has no chunks";
        if (copy != null) {
            copy.reset();
        }
    }

    /** Whether no byte of the response has come yet. */
    boolean untouched() {
        return parser.isStart();
    }

    /** Takes the bytes; returns whether the response is complete. */
    public boolean take(ByteBuffer in) throws ProtocolException {
        while (!complete && in.hasRemaining()) {
            parser.parseNext(in);
            if (parser.isTerminated()) {
                throw new ProtocolException(problem);
            }
        }
        if (in.hasRemaining()) {
            throw new ProtocolException(in.remaining() + " bytes after the response");
        }
        return complete;
    }

    /** Called at the end of the connection; returns whether that completes the response. */
    public boolean end() {
        if (!untouched()) {
            parser.atEOF();
            parser.parseNext(NOTHING);
        }
        return complete;
    }

    /** What the parser finds. */
    private final class Parts implements HttpParser.ResponseHandler {

        @Override
        public void startResponse(HttpVersion version, int code, String reason) {
            status = code;
            closes = version == HttpVersion.HTTP_1_0;
            headers.clear();
        }

        @Override
        public void parsedHeader(HttpField field) {
            headers.add(field);
            closes |= field.getHeader() == HttpHeader.CONNECTION && field.contains("close");
        }

        @Override
        public boolean headerComplete() {
            return false;
        }

        @Override
        public boolean content(ByteBuffer in) {
            int count = in.remaining();
            if (copy != null) {
                byte[] bytes = new byte[count];
                in.get(in.position(), bytes);
                copy.writeBytes(bytes);
            }
            if (length < start.length) {
                in.get(in.position(), start, (int) length, Math.min(count, start.length - (int) length));
            }
            length += count;
            return false;
        }

        @Override
        public boolean contentComplete() {
            return false;
        }

        @Override
        public boolean messageComplete() {
            if (status < 200) {
                parser.reset();
            } else {
                complete = true;
            }
            return true;
        }

        @Override
        public void badMessage(HttpException failure) {
            problem = "not an HTTP/1.1 status line and headers: " + failure.getReason();
        }

        @Override
        public void earlyEOF() {
            // The state of the parser says it.
        }
    }

    /** Whether the server closes the connection after this response. */
    boolean closes() {
        return closes;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The number of bytes in the body, kept or not. */
    public long bodyLength() {
        return length;
    }

    /** The first 16 KB of the body, kept or not. */
    public ByteBuffer start() {
        return ByteBuffer.wrap(start, 0, (int) Math.min(length, start.length));
    }

    /** The whole body, where it is kept. */
    public byte[] body() {
        return Objects.requireNonNull(copy).toByteArray();
    }

    /** The body as text. */
    public String text() {
        return new String(body(), StandardCharsets.UTF_8);
    }

    /** The values of a header. */
    public List<String> header(String name) {
        return headers.stream()
                .filter(field -> field.is(name))
                .map(HttpField::getValue)
                .toList();
    }

    /** The response in short, for a message. */
    String describe() {
        String excerpt = new String(start, 0, (int) Math.min(length, EXCERPT), StandardCharsets.UTF_8);
        return "status " + status + ", " + length + " bytes: " + excerpt.strip();
    }
}
