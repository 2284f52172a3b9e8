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

    /** Checks each value. */
    void values(RegionSettings settings) {
        check.between("l1.maximum-size", settings.local().maximumSize(), 1, Long.MAX_VALUE, "10000");
        check.positive("l1.ttl", settings.local().ttl(), "60s");
        check.share("l1.jitter", settings.local().jitter(), "0.1");
        check.share("l1.refresh-ahead", settings.local().refreshAhead(), "0.8");
        check.atLeast("l2.ttl", settings.remote().ttl(), Duration.ofSeconds(1), "10m");
        check.notNegative("l2.soft-timeout", settings.remote().softTimeout(), "50ms");
        check.positive("l2.hard-timeout", settings.remote().hardTimeout(), "250ms");
        check.wholeOrShare("l2.verified-share", settings.remote().verifiedShare(), "1");
        check.notNegative("stale-if-error", settings.staleIfError(), "10m");
        check.notNegative("negative-ttl", settings.negativeTtl(), "5s");
        check.between("schema-version", settings.schemaVersion(), 0, Integer.MAX_VALUE, "1");
    }

    /** Looks at what a region says itself and what does not go together with its other settings. */
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
    }
}
