/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.time.Duration;

import dev.tuned.cache.RegionSettings;

/** Refuses settings of a region that cannot work. */
final class RegionCheck {

    private static final String KEY = "{key}";

    private final SettingsCheck check;

    /**
     * Creates a check.
     *
     * @param prefix the first part of the names of the properties, with the dot
     */
    RegionCheck(String prefix) {
        this.check = new SettingsCheck(prefix);
    }

    /** Looks at each value that is in force. */
    void values(RegionSettings settings) {
        check.between("l1.maximum-size", settings.local().maximumSize(), 1, Long.MAX_VALUE, "10000");
        check.positive("l1.ttl", settings.local().ttl(), "60s");
        check.share("l1.jitter", settings.local().jitter(), "0.1");
        check.share("l1.refresh-ahead", settings.local().refreshAhead(), "0.8");
        check.atLeast("l2.ttl", settings.remote().ttl(), Duration.ofSeconds(1), "10m");
        check.notNegative("l2.soft-timeout", settings.remote().softTimeout(), "50ms");
        check.positive("l2.hard-timeout", settings.remote().hardTimeout(), "250ms");
        check.between("l2.compress-above", settings.remote().compressAbove(), 0, Long.MAX_VALUE, "4KB");
        check.notNegative("stale-if-error", settings.staleIfError(), "10m");
        check.notNegative("negative-ttl", settings.negativeTtl(), "5s");
        check.between("schema-version", settings.schemaVersion(), 0, Integer.MAX_VALUE, "1");
        // It is the expiry of a document, which Couchbase counts in seconds.
        check.atLeast("single-flight.lease", settings.singleFlight().lease(), Duration.ofSeconds(1), "2s");
    }

    /** Looks at what a region says itself and what does not go together with the rest that is in force for it. */
    void combination(RegionProperties own, RegionSettings settings) {
        String documentId = own.l2().documentId();
        boolean l2 = settings.remote().enabled();
        if (documentId != null && !documentId.contains(KEY)) {
            throw check.invalid(
                    "l2.document-id",
                    documentId,
                    "without " + KEY + " every key of the region would be the same document",
                    "the key of a document with " + KEY + " for the cache's key, like product::" + KEY);
        }
        if (documentId != null && !l2) {
            throw check.invalid(
                    "l2.enabled", false, "l2.document-id says which documents to read from Couchbase", "true");
        }
        if (Boolean.TRUE.equals(own.singleFlight().crossNode()) && (!l2 || documentId != null)) {
            throw check.invalid(
                    "single-flight.cross-node",
                    true,
                    l2
                            ? "processes agree through a document next to the value's, and l2.document-id is only read"
                            : "processes agree through Couchbase, and l2.enabled is false",
                    "false");
        }
    }
}
