/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import dev.tuned.examples.catalog.Uploads.Content;

/** Copies content and takes its SHA-256 on the way. */
final class Digests {

    private Digests() {}

    /** Copies everything with a buffer; closes neither stream. */
    static Content copy(InputStream in, OutputStream out) throws IOException {
        MessageDigest digest = sha256();
        long size = new DigestInputStream(in, digest).transferTo(out);
        return new Content(size, HexFormat.of().formatHex(digest.digest()));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
