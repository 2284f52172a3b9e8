/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.util.Iterator;

import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/**
 * Parts of a multipart request in the order sent, read while they arrive: no part is kept, neither in memory nor in a file.
 *
 * <p>A controller method declares it as a parameter. Parts come from {@link #next()}, from {@link #nextFile()} or, each once, from a
 * loop:
 *
 * <pre>{@code
 * for (UploadPart part : upload) {
 *     if (part.isFile()) {
 *         stored.add(part.transferTo(sink));
 *     }
 * } }</pre>
 *
 * <p>The step to the next part skips what is not read of a part. Reading is bounded by the limits of the
 * application or of the handler's {@link UploadLimits}, and fails with {@link UploadLimitException} or {@link UploadException};
 * after a failure every further call fails the same way. A handler may stop early: the rest is not checked.
 *
 * <p>Belongs to one request. Not safe for use by two threads at once, but may be handed over: a handler that returns a
 * {@code Callable}, a {@code CompletableFuture} or a {@code StreamingResponseBody} may read in that other thread, until the
 * response is complete. Later calls throw {@link IllegalStateException}.
 */
public interface UploadStream extends Iterable<UploadPart> {

    /**
     * Skips what is left of the current part and goes on to the next one.
     *
     * @return the part, or null after the last one
     * @throws UploadLimitException if a limit is exceeded, also by what is skipped
     * @throws UploadException if the body is malformed, cut off or too slow
     * @throws IllegalStateException after the request
     */
    @Nullable
    UploadPart next() throws IOException;

    /**
     * Goes on to the next part that is a file. The text fields before it are read into {@link #fields()}.
     *
     * @return the file, or null after the last part
     * @throws IOException as {@link #next()} does
     */
    @Nullable
    UploadPart nextFile() throws IOException;

    /**
     * Text fields that {@link #nextFile()} came across so far, in the order sent. Together as large as the limit of text
     * allows; not to be modified.
     */
    MultiValueMap<String, String> fields();

    /**
     * The parts from here on. An {@link IOException} comes wrapped in an {@link java.io.UncheckedIOException}.
     *
     * @throws IllegalStateException if called a second time: parts come only once
     */
    @Override
    Iterator<UploadPart> iterator();

    /** Bytes of the body read so far. */
    long bytesRead();
}
