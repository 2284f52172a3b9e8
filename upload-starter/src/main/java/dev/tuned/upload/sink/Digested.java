/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.util.Map;

/**
 * A stored part and the digests of its bytes.
 *
 * @param stored what the sink that stored it says
 * @param digests in lower-case hexadecimal
 * @param <R> what the sink that stored it says
 */
public record Digested<R>(R stored, Map<DigestAlgorithm, String> digests) {

    /** Copies the digests. */
    public Digested {
        digests = Map.copyOf(digests);
    }

    /**
     * The digest in lower-case hexadecimal.
     *
     * @throws IllegalArgumentException if the sink was not asked for it
     */
    public String hex(DigestAlgorithm algorithm) {
        String hex = digests.get(algorithm);
        if (hex == null) {
            throw new IllegalArgumentException(algorithm + " was not computed, only " + digests.keySet());
        }
        return hex;
    }
}
