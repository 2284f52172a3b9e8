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
abstract class SinkWriter<R> implements UploadSink.Writer<R> {

    private static final Log logger = LogFactory.getLog(SinkWriter.class);

    private boolean ended;

    private boolean committed;

    /** Takes the next bytes. */
    abstract void take(byte[] bytes, int offset, int length) throws IOException;

    /** Makes the part visible. {@link #drop()} follows if this throws. */
    abstract R store() throws IOException;

    /** Removes whatever is there of the part, at whatever point this finds it. */
    abstract void drop() throws IOException;

    /** Removes a part that was stored; returns whether that can be done at all. */
    boolean takeBack() throws IOException {
        return false;
    }

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
        try {
            R stored = store();
            committed = true;
            return stored;
        } finally {
            if (!committed) {
                dropQuietly();
            }
        }
    }

    @Override
    public final void abort() {
        if (!ended) {
            ended = true;
            dropQuietly();
        }
    }

    @Override
    public final boolean undo() {
        if (!committed) {
            return ended;
        }
        try {
            return takeBack();
        } catch (IOException | RuntimeException ex) {
            logger.warn("A stored part of an upload could not be removed", ex);
            return false;
        }
    }

    private void requireOpen() {
        if (ended) {
            throw new IllegalStateException("The part was committed or aborted before");
        }
    }

    private void dropQuietly() {
        try {
            drop();
        } catch (IOException | RuntimeException ex) {
            logger.warn("Something of an incomplete part of an upload may be left", ex);
        }
    }
}
