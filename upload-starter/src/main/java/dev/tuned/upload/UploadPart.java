/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.io.InputStream;

/**
 * One part of an {@link UploadStream}: its headers, and its content, which can be read once, in one of three ways.
 *
 * <p>The headers stay. The content can be read until the step to the next part; later calls throw {@link IllegalStateException}, as
 * does reading twice. For one thread at a time, the one that uses the stream.
 */
public interface UploadPart extends PartInfo {

    /**
     * The content as a stream, which reads straight from the parser's buffer: no buffered stream is needed around it.
     * Closing it is not necessary, and {@code transferTo} copies nothing.
     *
     * @throws IllegalStateException if the content was asked for before
     */
    InputStream inputStream();

    /**
     * Stores the content: {@code commit} once it is complete, or {@code abort} if a limit is exceeded, the body ends early, the
     * client goes away or anything at all is thrown.
     *
     * @param <R> type that the sink returns for a stored part
     * @return the result of {@code commit}
     * @throws IOException if the sink fails
     * @throws UploadLimitException if a limit is exceeded
     * @throws UploadException if the body is malformed, cut off or too slow
     * @throws IllegalStateException if the content was asked for before
     */
    <R> R transferTo(UploadSink<R> sink) throws IOException;

    /**
     * The content as text, in the charset of the part's content type, else of the request's, else UTF-8. May be asked for
     * again.
     *
     * @throws UploadLimitException if this and the texts read before are larger than {@code server.tomcat.max-http-form-post-size}
     * @throws UploadException if the body is malformed, cut off or too slow
     * @throws IllegalStateException if the content was asked for in another way before
     */
    String text() throws IOException;

    /** Bytes of the content read so far; all of them once it was read to its end. */
    long size();
}
