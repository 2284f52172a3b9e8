/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.springframework.util.CollectionUtils;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/**
 * Parts of a multipart request in the order sent, read while they arrive: no part is kept, neither in memory nor in a file.
 *
 * <p>A controller method declares it as a parameter, a router function takes an {@link UploadHandlerFunction}. Parts come
 * from {@link #next()}, from {@link #nextFile()} or, each once, from a loop:
 *
 * <pre>{@code
 * for (UploadPart part : upload) {
 *     if (part.isFile()) {
 *         stored.add(part.transferTo(sink));
 *     }
 * }
 * }</pre>
 *
 * <p>Whatever is not read of a part is passed over by the step to the next one. Reading is bounded by the limits of the
 * application or of the handler's {@link UploadLimits}, and fails with {@link UploadLimitException} or {@link UploadException};
 * after a failure every further call fails the same way. A handler may stop early: what it leaves is not checked.
 *
 * <p>Belongs to one request. Not safe for use by two threads at once, but may be handed over: a handler that returns a
 * {@code Callable}, a {@code CompletableFuture} or a {@code StreamingResponseBody} may read in that other thread, until the
 * response is complete. Later calls throw {@link IllegalStateException}.
 */
public final class UploadStream implements Iterable<UploadPart> {

    private static final Object ENDED = new Object();

    private final MultipartParser parser;

    private final UploadBody body;

    private final Limit maxFieldSize;

    private final Charset charset;

    /** The thread that reads, or {@link #ENDED}. */
    private final AtomicReference<Object> reader = new AtomicReference<>(Thread.currentThread());

    private volatile boolean handedOver;

    private @Nullable UploadPart current;

    private @Nullable Throwable failure;

    private @Nullable Throwable transferFailure;

    private final MultiValueMap<String, String> fields = new LinkedMultiValueMap<>();

    private boolean atEnd;

    private boolean iterating;

    UploadStream(MultipartParser parser, UploadBody body, Limit maxFieldSize, Charset charset) {
        this.parser = parser;
        this.body = body;
        this.maxFieldSize = maxFieldSize;
        this.charset = charset;
    }

    /**
     * Passes over what is left of the current part and goes on to the next one.
     *
     * @return the part, or null after the last one
     * @throws UploadLimitException if a limit is passed, also by what is passed over
     * @throws UploadException if the body is malformed, cut off or too slow
     * @throws IllegalStateException while the current part is being transferred, or after the request
     */
    public @Nullable UploadPart next() throws IOException {
        enter();
        if (current != null) {
            current.leave();
            current = null;
        }
        if (atEnd) {
            return null;
        }
        PartHeaders headers;
        try {
            headers = parser.nextPart();
        } catch (IOException | RuntimeException | Error ex) {
            failure = ex;
            throw ex;
        }
        if (headers == null) {
            end();
            return null;
        }
        current = new UploadPart(this, headers);
        return current;
    }

    /**
     * Goes on to the next part that is a file. The text fields before it are read into {@link #fields()}.
     *
     * @return the file, or null after the last part
     * @throws IOException as {@link #next()} does
     */
    public @Nullable UploadPart nextFile() throws IOException {
        UploadPart part;
        while ((part = next()) != null && !part.isFile()) {
            fields.add(part.name(), part.text());
        }
        return part;
    }

    /**
     * Text fields that {@link #nextFile()} came across so far, in the order sent. As large as the limits of fields and of
     * parts allow; not to be modified.
     */
    public MultiValueMap<String, String> fields() {
        return CollectionUtils.unmodifiableMultiValueMap(fields);
    }

    /**
     * The parts from here on. An {@link IOException} comes wrapped in an {@link java.io.UncheckedIOException}.
     *
     * @throws IllegalStateException if called a second time: parts come only once
     */
    @Override
    public Iterator<UploadPart> iterator() {
        if (iterating) {
            throw new IllegalStateException(
                    "The parts of an upload come once. Keep what is needed of them in the first loop.");
        }
        iterating = true;
        return new PartIterator(this);
    }

    /** Bytes of the body read so far. */
    public long bytesRead() {
        return body.count();
    }

    /** Goes on to the next slice of the part. */
    boolean nextSlice() throws IOException {
        enter();
        if (atEnd) {
            return false;
        }
        try {
            if (parser.next()) {
                return true;
            }
        } catch (IOException | RuntimeException | Error ex) {
            failure = ex;
            throw ex;
        }
        if (parser.isBeforeEnd()) {
            end();
        }
        return false;
    }

    /** To be called by the thread that parses: so the buffer can be used again at once. */
    private void end() {
        atEnd = true;
        parser.close();
    }

    MultipartParser parser() {
        return parser;
    }

    Limit maxFieldSize() {
        return maxFieldSize;
    }

    Charset charset() {
        return charset;
    }

    boolean isCurrent(UploadPart part) {
        return current == part;
    }

    void enter() throws IOException {
        if (reader.get() != Thread.currentThread()) {
            handOver();
        }
        if (failure != null) {
            failAgain(failure);
        }
    }

    private static void failAgain(Throwable failure) throws IOException {
        if (failure instanceof IOException exception) {
            throw exception;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        throw (Error) failure;
    }

    private void handOver() {
        handedOver = true;
        Object before = reader.get();
        if (before == ENDED || !reader.compareAndSet(before, Thread.currentThread())) {
            throw new IllegalStateException(
                    (reader.get() == ENDED)
                            ? "The request of this upload is over. A handler that reads in another thread has to return a"
                                    + " Callable, a CompletableFuture or another asynchronous result."
                            : "Two threads read this upload at once.");
        }
    }

    /** Why reading or a transfer failed, or null. */
    @Nullable
    Throwable failure() {
        return (failure != null) ? failure : transferFailure;
    }

    /** What a sink threw, which the handler may survive. */
    void transferFailed(Throwable cause) {
        transferFailure = cause;
    }

    /**
     * Ends the reading. The buffer is used again only if no other thread than the calling one ever read: one that still
     * does must not see another request's bytes.
     */
    void close() {
        Object last = reader.getAndSet(ENDED);
        body.finish(outcome());
        if (last == Thread.currentThread() && !handedOver) {
            parser.close();
        }
    }

    private String outcome() {
        Throwable cause = failure();
        if (cause != null) {
            return UploadFailures.outcome(cause);
        }
        return atEnd ? UploadFailures.COMPLETED : UploadFailures.ABANDONED;
    }
}
