/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;

import dev.tuned.upload.UploadSink;

/**
 * Writer around another one, which takes the calls over unless told otherwise.
 *
 * @param <R> what the other one says
 * @param <D> what this one says
 */
abstract class DecoratedWriter<R, D> implements UploadSink.Writer<D> {

    private final UploadSink.Writer<R> writer;

    DecoratedWriter(UploadSink.Writer<R> writer) {
        this.writer = writer;
    }

    /** Learns of bytes that the other one has taken. */
    abstract void taken(byte[] bytes, int offset, int length);

    /** Makes of the other one's result this one's. */
    abstract D decorate(R stored);

    @Override
    public final void write(byte[] bytes, int offset, int length) throws IOException {
        writer.write(bytes, offset, length);
        taken(bytes, offset, length);
    }

    @Override
    public final D commit() throws IOException {
        return decorate(writer.commit());
    }

    @Override
    public final void abort() {
        writer.abort();
    }

    @Override
    public final boolean undo() {
        return writer.undo();
    }
}
