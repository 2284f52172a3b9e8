/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import org.apache.catalina.connector.Request;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.coyote.ActionCode;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.jspecify.annotations.Nullable;

import dev.tuned.upload.multipart.UploadBody;

/**
 * Completes the early answer to an upload and then reads and drops what the client still sends, within bounds of bytes and time.
 *
 * <p>A client that sends everything before it reads would otherwise find its connection reset, and the answer lost (RFC 9112,
 * section 9.6). Tomcat does so itself up to {@code server.tomcat.max-swallow-size}; this is for larger bodies. It ends with the
 * body, at either bound, or when nothing came for a quarter of the time: then the client is reading.
 *
 * <p>First it ends the reading of another thread, such as one that outlived an asynchronous time-out: Tomcat would let that thread
 * read the body of a later request, and fail it.
 *
 * @param maxSize bytes to read and drop, 0 for none
 * @param maxTime time to do so, 0 for none
 */
public record LingeringClose(long maxSize, Duration maxTime) {

    private static final Log log = LogFactory.getLog(LingeringClose.class);

    private static final long POLL_NANOS = 2_000_000;

    /**
     * Ends the reading of the body of a request that has been handled.
     *
     * @param body or null where nobody has begun to read
     */
    void end(Request request, @Nullable UploadBody body) {
        try {
            if (body != null) {
                if (body.isBeingRead()) {
                    request.getResponse().finishResponse();
                }
                body.stop();
            }
            if ((body == null || body.isUnread()) && isMoreThanTomcatReads(request)) {
                request.getResponse().finishResponse();
                drain(request.getCoyoteRequest());
            }
        } catch (IOException ex) {
            log.debug("What was left of an upload could not be read", ex);
        }
    }

    private boolean isMoreThanTomcatReads(Request request) {
        if (!(request.getConnector().getProtocolHandler() instanceof AbstractHttp11Protocol<?> http)
                || !request.getProtocol().startsWith("HTTP/1.")
                || !request.getContext().getSwallowAbortedUploads()) {
            // In HTTP/2 an answer does not have to wait for the body; without swallowing, stock reads nothing either.
            return false;
        }
        long length = request.getContentLengthLong();
        long left = length - request.getCoyoteRequest().getBytesRead();
        return length < 0 || (http.getMaxSwallowSize() >= 0 && left > http.getMaxSwallowSize());
    }

    private void drain(org.apache.coyote.Request request) throws IOException {
        Discarded discarded = new Discarded();
        long nanos = TimeUnit.NANOSECONDS.convert(maxTime); // Long.MAX_VALUE where it is more.
        AtomicBoolean fullyRead = new AtomicBoolean();
        long begun = System.nanoTime();
        long lastRead = begun;
        long read = 0;
        long now = begun;
        while (read < maxSize && now - begun < nanos && now - lastRead < nanos / 4) {
            request.action(ActionCode.AVAILABLE, true);
            if (request.getAvailable() > 0) {
                int count = request.doRead(discarded);
                if (count < 0) {
                    return;
                }
                read += count;
                lastRead = System.nanoTime();
            } else {
                request.action(ActionCode.REQUEST_BODY_FULLY_READ, fullyRead);
                if (fullyRead.get()) {
                    return;
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
            now = System.nanoTime();
        }
    }

    /** Discards bytes. */
    private static final class Discarded implements ApplicationBufferHandler {

        private ByteBuffer buffer = ByteBuffer.allocate(0);

        @Override
        public void setByteBuffer(ByteBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public ByteBuffer getByteBuffer() {
            return buffer;
        }

        @Override
        public void expand(int size) {}
    }
}
