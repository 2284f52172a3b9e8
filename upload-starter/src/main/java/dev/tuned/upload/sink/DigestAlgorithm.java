/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32C;

/** Digests that a {@link DigestSink} can compute. */
public enum DigestAlgorithm {

    /** SHA-256 of FIPS 180-4, 32 bytes: against deliberate changes. */
    SHA_256 {
        @Override
        Running start() {
            MessageDigest digest;
            try {
                digest = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException ex) {
                throw new IllegalStateException("Each Java platform has SHA-256", ex);
            }
            return new Running() {

                @Override
                public void update(byte[] bytes, int offset, int length) {
                    digest.update(bytes, offset, length);
                }

                @Override
                public byte[] digest() {
                    return digest.digest();
                }
            };
        }
    },

    /** CRC-32C (Castagnoli) of RFC 3720, 4 bytes: against accidents, at nearly no cost. */
    CRC32C {
        @Override
        Running start() {
            CRC32C checksum = new CRC32C();
            return new Running() {

                @Override
                public void update(byte[] bytes, int offset, int length) {
                    checksum.update(bytes, offset, length);
                }

                @Override
                public byte[] digest() {
                    return ByteBuffer.allocate(Integer.BYTES)
                            .putInt((int) checksum.getValue())
                            .array();
                }
            };
        }
    };

    /** Begins one computation. */
    abstract Running start();

    /** A computation under way. For one thread at a time. */
    interface Running {

        void update(byte[] bytes, int offset, int length);

        /** The digest, most significant byte first. Ends the computation. */
        byte[] digest();
    }
}
