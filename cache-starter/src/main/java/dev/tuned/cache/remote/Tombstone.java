/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

import dev.tuned.cache.store.StoredDocument;

/**
 * The document that a removal leaves behind for a while.
 *
 * <p>A load that began before the removal, in this process or another, would otherwise find the key free and put its
 * stale value there. It finds the tombstone instead: its {@code insert} is refused, and so is its {@code replace},
 * whose CAS is gone. A load that begins after the removal reads the tombstone as absent and replaces it by its CAS.
 */
final class Tombstone {

    /**
     * How long it stands. Long enough for nearly every load, short enough that removed keys cost little memory. A load
     * that lasted longer is not kept in L2 at all, so that none outlives the tombstone that it did not see.
     */
    static final Duration EXPIRY = Duration.ofSeconds(30);

    /** How long a load may last to be kept: Couchbase counts expiry in whole seconds, and the value has to arrive. */
    static final Duration MAX_LOAD = EXPIRY.minusSeconds(5);

    /** No JSON, so that a reader who does not know it takes it for a document that cannot be decoded: a miss. */
    private static final byte[] CONTENT = "\0removed".getBytes(StandardCharsets.US_ASCII);

    private Tombstone() {}

    /** Never changed by anyone who gets it. */
    static byte[] content() {
        return CONTENT;
    }

    static boolean is(StoredDocument document) {
        return Arrays.equals(document.content(), CONTENT);
    }
}
