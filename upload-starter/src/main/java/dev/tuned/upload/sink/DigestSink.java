/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

import dev.tuned.upload.PartInfo;
import dev.tuned.upload.UploadSink;

/**
 * Computes digests of the bytes on their way to another sink, in the same pass. Fails as the other sink does. Safe for use
 * by many threads.
 *
 * @param <R> what the other sink says
 */
public final class DigestSink<R> implements UploadSink<Digested<R>> {

    private final UploadSink<R> sink;

    private final Set<DigestAlgorithm> algorithms;

    private DigestSink(UploadSink<R> sink, Set<DigestAlgorithm> algorithms) {
        this.sink = sink;
        this.algorithms = algorithms;
    }

    /**
     * Makes a sink around another one.
     *
     * @throws IllegalArgumentException if an algorithm is named twice
     */
    public static <R> DigestSink<R> of(UploadSink<R> sink, DigestAlgorithm... algorithms) {
        return new DigestSink<>(sink, Set.of(algorithms));
    }

    @Override
    public Writer<Digested<R>> open(PartInfo part) throws IOException {
        Map<DigestAlgorithm, DigestAlgorithm.Running> running = new EnumMap<>(DigestAlgorithm.class);
        algorithms.forEach(algorithm -> running.put(algorithm, algorithm.start()));
        Writer<R> writer = sink.open(part);
        return new Writer<>() {

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                writer.write(bytes, offset, length);
                running.values().forEach(digest -> digest.update().update(bytes, offset, length));
            }

            @Override
            public Digested<R> commit() throws IOException {
                R stored = writer.commit();
                Map<DigestAlgorithm, String> digests = new EnumMap<>(DigestAlgorithm.class);
                running.forEach((algorithm, digest) -> digests.put(
                        algorithm, HexFormat.of().formatHex(digest.digest().get())));
                return new Digested<>(stored, digests);
            }

            @Override
            public void abort() throws IOException {
                writer.abort();
            }
        };
    }
}
