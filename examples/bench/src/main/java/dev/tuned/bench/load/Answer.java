/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.io.ByteArrayOutputStream;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 response, read from bytes as they come: with a body of announced length, chunked, or up to the end of the
 * connection. In a load it is reused from response to response, and its body is not kept.
 */
public final class Answer {

    final ResponseHead head = new ResponseHead();
    private final ChunkDecoder chunks = new ChunkDecoder();
    final ResponseBody body;
    private boolean inBody;
    private boolean complete;
    private boolean headOnly;

    public Answer(@Nullable ByteArrayOutputStream copy) {
        body = new ResponseBody(copy);
    }

    void reset(LoadRequest request) {
        headOnly = request.head();
        head.reset();
        chunks.reset();
        body.reset();
        inBody = false;
        complete = false;
    }

    /** Whether no byte of the response has come yet. */
    boolean untouched() {
        return head.isEmpty();
    }

    /** Takes the bytes; returns whether the response is complete. */
    public boolean take(ByteBuffer in) throws ProtocolException {
        while (!complete && in.hasRemaining()) {
            if (inBody) {
                complete = takeBody(in);
            } else if (head.take(in)) {
                startBody();
            }
        }
        if (complete && in.hasRemaining()) {
            throw new ProtocolException(in.remaining() + " bytes after the response");
        }
        return complete;
    }

    private void startBody() {
        if (head.status < 200) {
            head.reset();
            return;
        }
        inBody = true;
        complete = headOnly || head.status == 204 || head.status == 304 || (!head.chunked && head.contentLength == 0);
    }

    private boolean takeBody(ByteBuffer in) throws ProtocolException {
        if (head.chunked) {
            return chunks.take(in, body);
        }
        if (head.contentLength < 0) {
            body.take(in, Long.MAX_VALUE);
            return false;
        }
        body.take(in, head.contentLength - body.length());
        return body.length() == head.contentLength;
    }

    /** Called at the end of the connection; returns whether that completes the response. */
    public boolean end() {
        return inBody && !head.chunked && head.contentLength < 0;
    }

    /** Whether the server closes the connection after this response. */
    boolean closes() {
        return head.close
                || (!headOnly && head.contentLength < 0 && !head.chunked && head.status != 204 && head.status != 304);
    }

    /** The HTTP status. */
    public int status() {
        return head.status;
    }

    /** The number of bytes in the body, kept or not. */
    public long bodyLength() {
        return body.length();
    }

    /** The whole body, where it is kept. */
    public byte[] body() {
        return body.bytes();
    }

    /** The body as text. */
    public String text() {
        return new String(body.bytes(), StandardCharsets.UTF_8);
    }

    /** The values of a header. */
    public List<String> header(String name) {
        return head.values(name);
    }

    /** The response in short, for a message. */
    String describe() {
        return "status " + status() + ", " + bodyLength() + " bytes: " + body.excerpt();
    }
}
