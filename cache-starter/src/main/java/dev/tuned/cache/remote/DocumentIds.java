/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.nio.charset.StandardCharsets;

import dev.tuned.cache.value.Sha256;

/** Keys of a region's documents: {@code prefix:region:g<generation>:key}. */
final class DocumentIds {

    /** Couchbase takes 250 bytes, of which up to five name the collection. */
    static final int MAX_BYTES = 245;

    private final String prefix;
    private final String region;

    DocumentIds(String prefix, String region) {
        this.prefix = prefix;
        // A colon in a region's name must not look like the end of the name.
        this.region = region.replace("%", "%25").replace(":", "%3A");
    }

    /** The document that counts the region's clears. */
    String generation() {
        return bounded(prefix + ':' + region + ":generation");
    }

    String of(long generation, String key) {
        return bounded(prefix + ':' + region + ":g" + generation + ':' + key);
    }

    private String bounded(String id) {
        return (id.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES) ? id : prefix + ":~h" + Sha256.hex(id);
    }
}
