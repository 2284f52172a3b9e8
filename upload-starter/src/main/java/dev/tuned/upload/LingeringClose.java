/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.http.HttpHeaders;

import dev.tuned.upload.UploadSettings.Linger;

/**
 * Reads and throws away what a client still sends after its upload was refused, and then ends the request.
 *
 * <p>A client that sends everything before it reads would otherwise find its connection reset, and the answer lost (RFC
 * 9112, section 9.6). No thread waits meanwhile: the container calls when something has arrived. It is over when the body
 * is, at either bound, or when nothing came for a quarter of the time: then the client is reading.
 */
final class LingeringClose implements ReadListener, AsyncListener {

    private static final Log logger = LogFactory.getLog(LingeringClose.class);

    private final AsyncContext async;

    private final ServletInputStream in;

    private final long idle;

    private final long until;

    private final byte[] sink = new byte[8 * 1024];

    private final AtomicBoolean over = new AtomicBoolean();

    private long left;

    private volatile long lastRead = System.nanoTime();

    private LingeringClose(AsyncContext async, ServletInputStream in, Linger bounds) {
        this.async = async;
        this.in = in;
        this.idle = bounds.maxTime().toNanos() / 4;
        this.until = lastRead + bounds.maxTime().toNanos();
        this.left = bounds.maxSize();
    }

    /**
     * Sends off the answer and begins, if there is anything to read. To be called last, with the container's own objects.
     *
     * @param bodyBegun whether some of the body was read: a client that waits for {@code 100 Continue} sends nothing before
     */
    static void begin(HttpServletRequest request, HttpServletResponse response, Linger bounds, boolean bodyBegun) {
        boolean waiting = !bodyBegun && request.getHeader(HttpHeaders.EXPECT) != null;
        boolean nothing = bounds.maxSize() == 0 || bounds.maxTime().isZero();
        // In HTTP/2 an answer does not have to wait for the body.
        if (waiting || nothing || !request.getProtocol().startsWith("HTTP/1.") || !request.isAsyncSupported()) {
            return;
        }
        try {
            ServletInputStream in = request.getInputStream();
            if (in.isFinished()) {
                return;
            }
            response.flushBuffer();
            LingeringClose close = new LingeringClose(request.startAsync(), in, bounds);
            close.begin(bounds.maxTime().toMillis());
        } catch (IOException | IllegalStateException ex) {
            logger.debug("What was left of a refused upload could not be read", ex);
        }
    }

    private void begin(long millis) {
        // Should the container not call and the clock below not tick: never without an end.
        async.setTimeout(millis + 1000);
        async.addListener(this);
        try {
            in.setReadListener(this);
        } catch (RuntimeException ex) {
            end();
            throw ex;
        }
        tick();
    }

    /** Containers look for timeouts once a second; this is over sooner. */
    private void tick() {
        long now = System.nanoTime();
        if (now - until >= 0 || now - lastRead >= idle) {
            end();
        } else if (!over.get()) {
            CompletableFuture.delayedExecutor(Math.min(idle, until - now), TimeUnit.NANOSECONDS, Runnable::run)
                    .execute(this::tick);
        }
    }

    @Override
    public void onDataAvailable() throws IOException {
        while (!over.get() && in.isReady()) {
            int read = in.read(sink);
            lastRead = System.nanoTime();
            left -= read;
            if (read < 0 || left <= 0 || lastRead - until >= 0) {
                end();
            }
        }
    }

    private void end() {
        if (over.compareAndSet(false, true)) {
            try {
                async.complete();
            } catch (IllegalStateException ex) {
                logger.debug("The request is over already", ex);
            }
        }
    }

    @Override
    public void onAllDataRead() {
        end();
    }

    @Override
    public void onError(Throwable thrown) {
        end();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        end();
    }

    @Override
    public void onError(AsyncEvent event) {
        end();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        over.set(true);
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
