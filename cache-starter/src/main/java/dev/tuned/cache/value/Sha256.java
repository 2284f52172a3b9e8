/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Stands for a text that is too long to be a name. */
public final class Sha256 {

    private Sha256() {}

    /** The hash of a text in UTF-8, as 64 hexadecimal digits. */
    public static String hex(String text) {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException("Every Java platform has SHA-256", ex);
        }
    }
}
