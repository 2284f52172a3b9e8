/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.PartInfo;
import dev.tuned.upload.UploadException;
import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.UploadSink;

/**
 * Lets an inspection see a part on its way to another sink, and veto it: then the other sink aborts, and nothing of the part is
 * left. A veto is an {@link UploadException} of {@link Reason#REJECTED}, which answers 422 unless the application says otherwise.
 * Safe for use by many threads.
 *
 * @param <R> type that the other sink returns
 */
public final class InspectingSink<R> implements UploadSink<R> {

    private final UploadSink<R> sink;

    private final Function<PartInfo, Inspection> inspections;

    private InspectingSink(UploadSink<R> sink, Function<PartInfo, Inspection> inspections) {
        this.sink = sink;
        this.inspections = inspections;
    }

    /** Creates a sink around another one that begins an inspection for each part. */
    public static <R> InspectingSink<R> of(UploadSink<R> sink, Function<PartInfo, Inspection> inspections) {
        return new InspectingSink<>(sink, inspections);
    }

    /**
     * Creates a sink around another one that looks once at the first bytes of each part: as soon as they have arrived, or at the
     * end of a part that has fewer.
     *
     * @param count bytes to look at, 1 or more
     * @param veto says why the part is refused, or null if it is not
     */
    public static <R> InspectingSink<R> ofFirstBytes(
            UploadSink<R> sink, int count, BiFunction<PartInfo, byte[], @Nullable String> veto) {
        if (count < 1) {
            throw new IllegalArgumentException("At least 1 byte has to be looked at, not " + count);
        }
        return of(sink, part -> new FirstBytes(count, first -> veto.apply(part, first)));
    }

    @Override
    public Writer<R> open(PartInfo part) throws IOException {
        Inspection inspection = inspections.apply(part);
        Writer<R> writer = sink.open(part);
        return new Writer<>() {

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                refuse(part, inspection.see(bytes, offset, length));
                writer.write(bytes, offset, length);
            }

            @Override
            public R commit() throws IOException {
                refuse(part, inspection.end());
                return writer.commit();
            }

            @Override
            public void abort() throws IOException {
                writer.abort();
            }
        };
    }

    private static void refuse(PartInfo part, @Nullable String veto) {
        if (veto != null) {
            throw new UploadException(Reason.REJECTED, "Part '" + part.name() + "' was rejected: " + veto, null);
        }
    }

    /** Inspects one part. For one thread at a time. An exception aborts the sink as a veto does. */
    public interface Inspection {

        /**
         * Sees bytes before they are written. The array is not to be changed or kept.
         *
         * @return why the part is refused, or null if it is not, so far
         */
        @Nullable
        String see(byte[] bytes, int offset, int length);

        /**
         * Decides once the part is complete, before it is committed.
         *
         * @return why the part is refused, or null if it is not
         */
        default @Nullable String end() {
            return null;
        }
    }

    private static final class FirstBytes implements Inspection {

        private final byte[] first;

        private final Function<byte[], @Nullable String> veto;

        private int seen;

        FirstBytes(int count, Function<byte[], @Nullable String> veto) {
            first = new byte[count];
            this.veto = veto;
        }

        @Override
        public @Nullable String see(byte[] bytes, int offset, int length) {
            int before = seen;
            int count = Math.min(length, first.length - before);
            System.arraycopy(bytes, offset, first, before, count);
            seen += count;
            return (before < first.length && seen == first.length) ? veto.apply(first) : null;
        }

        @Override
        public @Nullable String end() {
            return (seen < first.length) ? veto.apply(Arrays.copyOf(first, seen)) : null;
        }
    }
}
