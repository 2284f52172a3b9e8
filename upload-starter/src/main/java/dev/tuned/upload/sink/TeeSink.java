/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import dev.tuned.upload.PartInfo;
import dev.tuned.upload.UploadSink;

/**
 * Writes each part to two sinks in one pass, at the speed of the slower.
 *
 * <p>If either fails, neither keeps the part: an open, a write or a commit of the first that fails aborts the second. The
 * first commits first, and if the second's commit then fails, the first takes its part back ({@link Writer#undo()}). Some
 * cannot, as an output stream or an HTTP receiver without a request to undo: one of those belongs in second place. What
 * could not be taken back is logged. Safe for use by many threads.
 *
 * @param <A> what the first sink says
 * @param <B> what the second sink says
 */
public final class TeeSink<A, B> implements UploadSink<TeeSink.Both<A, B>> {

    private static final Log logger = LogFactory.getLog(TeeSink.class);

    private final UploadSink<A> first;

    private final UploadSink<B> second;

    private TeeSink(UploadSink<A> first, UploadSink<B> second) {
        this.first = first;
        this.second = second;
    }

    /** Makes a sink of two. */
    public static <A, B> TeeSink<A, B> of(UploadSink<A> first, UploadSink<B> second) {
        return new TeeSink<>(first, second);
    }

    @Override
    public Writer<Both<A, B>> open(PartInfo part) throws IOException {
        Writer<A> one = first.open(part);
        boolean opened = false;
        try {
            Writer<B> other = second.open(part);
            opened = true;
            return new TeeWriter<>(one, other);
        } finally {
            if (!opened) {
                one.abort();
            }
        }
    }

    /**
     * What both sinks say.
     *
     * @param <A> what the first sink says
     * @param <B> what the second sink says
     */
    public record Both<A, B>(A first, B second) {}

    private static final class TeeWriter<A, B> extends SinkWriter<Both<A, B>> {

        private final Writer<A> one;

        private final Writer<B> other;

        private boolean oneEnded;

        private boolean otherEnded;

        TeeWriter(Writer<A> one, Writer<B> other) {
            this.one = one;
            this.other = other;
        }

        @Override
        void take(byte[] bytes, int offset, int length) throws IOException {
            one.write(bytes, offset, length);
            other.write(bytes, offset, length);
        }

        @Override
        Both<A, B> store() throws IOException {
            oneEnded = true;
            A stored = one.commit();
            otherEnded = true;
            return new Both<>(stored, other.commit());
        }

        /** A writer whose commit failed has left nothing: it is the other one that has to be told. */
        @Override
        void drop() {
            if (otherEnded) {
                if (!one.undo()) {
                    logger.warn("The second sink of a tee failed, and the first could not take its part back");
                }
                return;
            }
            try {
                if (!oneEnded) {
                    one.abort();
                }
            } finally {
                other.abort();
            }
        }

        @Override
        boolean takeBack() {
            boolean oneUndone = one.undo();
            return other.undo() && oneUndone;
        }
    }
}
