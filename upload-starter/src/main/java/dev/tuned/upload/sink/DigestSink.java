/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import dev.tuned.upload.PartInfo;
import dev.tuned.upload.UploadSink;

/**
 * Computes a digest of the bytes on their way to another sink, in the same pass. Fails as the other sink does. Safe for use
 * by many threads.
 *
 * @param <R> type that the other sink returns
 */
public final class DigestSink<R> implements UploadSink<Digested<R>> {

    private final UploadSink<R> sink;

    private final String algorithm;

    private DigestSink(UploadSink<R> sink, String algorithm) {
        this.sink = sink;
        this.algorithm = algorithm;
    }

    /**
     * Creates a sink around another one.
     *
     * @param algorithm one of {@link MessageDigest}, such as {@code SHA-256}
     * @throws IllegalArgumentException if there is no algorithm of that name
     */
    public static <R> DigestSink<R> of(UploadSink<R> sink, String algorithm) {
        digest(algorithm);
        return new DigestSink<>(sink, algorithm);
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalArgumentException("There is no digest " + algorithm, ex);
        }
    }

    @Override
    public Writer<Digested<R>> open(PartInfo part) throws IOException {
        MessageDigest digest = digest(algorithm);
        Writer<R> writer = sink.open(part);
        return new Writer<>() {

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                writer.write(bytes, offset, length);
                digest.update(bytes, offset, length);
            }

            @Override
            public Digested<R> commit() throws IOException {
                return new Digested<>(writer.commit(), HexFormat.of().formatHex(digest.digest()));
            }

            @Override
            public void abort() throws IOException {
                writer.abort();
            }
        };
    }
}
