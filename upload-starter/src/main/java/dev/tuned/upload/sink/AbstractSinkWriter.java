/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import dev.tuned.upload.UploadSink;

/**
 * What every writer has to keep to: it ends once, leaves nothing behind when it ends badly, and an abort never throws.
 *
 * @param <R> what the sink says about a part that it has stored whole
 */
abstract class AbstractSinkWriter<R> implements UploadSink.Writer<R> {

    private static final Log logger = LogFactory.getLog(AbstractSinkWriter.class);

    private boolean ended;

    /** Takes the next bytes. */
    abstract void take(byte[] bytes, int offset, int length) throws IOException;

    /** Makes the part visible. {@link #cleanUp()} follows if this throws. */
    abstract R complete() throws IOException;

    /** Removes whatever is there of the part, at whatever point this finds it. */
    abstract void cleanUp() throws IOException;

    @Override
    public final void write(byte[] bytes, int offset, int length) throws IOException {
        requireOpen();
        if (length > 0) {
            take(bytes, offset, length);
        }
    }

    @Override
    public final R commit() throws IOException {
        requireOpen();
        ended = true;
        boolean complete = false;
        try {
            R stored = complete();
            complete = true;
            return stored;
        } finally {
            if (!complete) {
                cleanUpQuietly();
            }
        }
    }

    @Override
    public final void abort() {
        if (!ended) {
            ended = true;
            cleanUpQuietly();
        }
    }

    private void requireOpen() {
        if (ended) {
            throw new IllegalStateException("The part was committed or aborted before");
        }
    }

    private void cleanUpQuietly() {
        try {
            cleanUp();
        } catch (IOException | RuntimeException ex) {
            logger.warn("Something of an incomplete part of an upload may be left", ex);
        }
    }
}
