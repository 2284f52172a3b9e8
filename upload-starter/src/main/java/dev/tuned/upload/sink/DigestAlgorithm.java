/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

/** Digests that a {@link DigestSink} can compute. */
public enum DigestAlgorithm {

    /** SHA-256 of FIPS 180-4, 32 bytes: against deliberate changes. */
    SHA_256 {
        @Override
        Running start() {
            try {
                MessageDigest digest = MessageDigest.getInstance("SHA-256");
                return new Running(digest::update, digest::digest);
            } catch (NoSuchAlgorithmException ex) {
                throw new IllegalStateException("Each Java platform has SHA-256", ex);
            }
        }
    },

    /** CRC-32C (Castagnoli) of RFC 3720, 4 bytes: against accidents, at nearly no cost. */
    CRC32C {
        @Override
        Running start() {
            CRC32C checksum = new CRC32C();
            return new Running(
                    checksum::update,
                    () -> ByteBuffer.allocate(Integer.BYTES)
                            .putInt((int) checksum.getValue())
                            .array());
        }
    };

    /** Begins one computation. */
    abstract Running start();

    /**
     * A computation under way. For one thread at a time.
     *
     * @param digest the digest, most significant byte first; ends the computation
     */
    record Running(Update update, Supplier<byte[]> digest) {}

    /** Takes bytes. */
    interface Update {

        void update(byte[] bytes, int offset, int length);
    }
}
