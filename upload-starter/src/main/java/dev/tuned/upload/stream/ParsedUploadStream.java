/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.util.CollectionUtils;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.UploadListener;
import dev.tuned.upload.UploadPart;
import dev.tuned.upload.UploadStream;
import dev.tuned.upload.multipart.BodyException;
import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.multipart.MultipartParser;
import dev.tuned.upload.multipart.PartHeaders;
import dev.tuned.upload.multipart.UploadBody;

/** The parts that a parser finds. */
public final class ParsedUploadStream implements UploadStream {

    private static final Object ENDED = new Object();

    private final MultipartParser parser;

    private final UploadBody body;

    private final UploadListener listener;

    private final Limit maxTextSize;

    private final Charset charset;

    private final Function<BodyException, RuntimeException> failures;

    /** The thread that reads, or {@link #ENDED}. */
    private final AtomicReference<Object> reader = new AtomicReference<>(Thread.currentThread());

    private volatile boolean handedOver;

    private @Nullable ParsedUploadPart current;

    private @Nullable Throwable failure;

    private @Nullable Throwable transferFailure;

    private final MultiValueMap<String, String> fields = new LinkedMultiValueMap<>();

    private long textSize;

    private boolean atEnd;

    private boolean iterating;

    /**
     * Creates a stream, to be {@linkplain #close closed} at the end of the request.
     *
     * @param charset of texts whose part names none
     * @param failures translates the parser's failures for a handler
     */
    public ParsedUploadStream(
            MultipartParser parser,
            UploadBody body,
            UploadListener listener,
            Limit maxTextSize,
            Charset charset,
            Function<BodyException, RuntimeException> failures) {
        this.parser = parser;
        this.body = body;
        this.listener = listener;
        this.maxTextSize = maxTextSize;
        this.charset = charset;
        this.failures = failures;
    }

    @Override
    public @Nullable UploadPart next() throws IOException {
        enter();
        current = null;
        try {
            PartHeaders headers = atEnd ? null : parser.nextPart();
            if (headers == null) {
                end();
            } else {
                current = new ParsedUploadPart(this, headers);
            }
            return current;
        } catch (Throwable ex) {
            throw fail(ex);
        }
    }

    /** Keeps a failure, with which every later call fails, too. A parser throws no other {@link IOException} than the translated one. */
    private RuntimeException fail(Throwable thrown) {
        failure = (thrown instanceof BodyException ex) ? failures.apply(ex) : thrown;
        return unchecked(failure);
    }

    private static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return (RuntimeException) failure;
    }

    @Override
    public @Nullable UploadPart nextFile() throws IOException {
        UploadPart part;
        while ((part = next()) != null && !part.isFile()) {
            fields.add(part.name(), part.text());
        }
        return part;
    }

    @Override
    public MultiValueMap<String, String> fields() {
        return CollectionUtils.unmodifiableMultiValueMap(fields);
    }

    @Override
    public Iterator<UploadPart> iterator() {
        if (iterating) {
            throw new IllegalStateException(
                    "The parts of an upload come once. Keep what is needed of them in the first loop.");
        }
        iterating = true;
        return Stream.iterate(nextUnchecked(), Objects::nonNull, part -> nextUnchecked())
                .iterator();
    }

    private @Nullable UploadPart nextUnchecked() {
        try {
            return next();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public long bytesRead() {
        return body.count();
    }

    /** Goes on to the next slice of the part. */
    boolean nextSlice() {
        enter();
        try {
            boolean more = !atEnd && parser.nextSlice();
            if (!more && parser.isBeforeEnd()) {
                end();
            }
            return more;
        } catch (Throwable ex) {
            throw fail(ex);
        }
    }

    /** Called by the thread that parses, so that the buffer can be reused at once. */
    private void end() {
        atEnd = true;
        parser.close();
    }

    void countText(int bytes) {
        textSize += bytes;
        if (maxTextSize.isExceededBy(textSize)) {
            throw fail(new BodyException(Reason.FIELD_TOO_LARGE, "The texts are too large", maxTextSize, textSize));
        }
    }

    MultipartParser parser() {
        return parser;
    }

    Charset charset() {
        return charset;
    }

    boolean isCurrent(UploadPart part) {
        return current == part;
    }

    void enter() {
        if (reader.get() != Thread.currentThread()) {
            handOver();
        }
        if (failure != null) {
            throw unchecked(failure);
        }
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

    /** Takes note of a sink's failure, which the handler may survive. */
    void transferFailed(Throwable cause) {
        transferFailure = cause;
    }

    /**
     * Ends the reading. The buffer is reused only if the calling thread alone has ever read: another one that still reads must not
     * see another request's bytes.
     */
    public void close() {
        Object last = reader.getAndSet(ENDED);
        if (last == ENDED) {
            return;
        }
        listener.partsCounted(parser.files(), parser.fields());
        Throwable cause = (failure != null) ? failure : transferFailure;
        if (cause != null) {
            body.finish(cause);
        } else {
            body.finish(atEnd ? UploadListener.COMPLETED : UploadListener.ABANDONED);
        }
        if (last == Thread.currentThread() && !handedOver) {
            parser.close();
        }
    }
}
