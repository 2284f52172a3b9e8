/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import dev.tuned.cache.RegionSettings;

/**
 * What one region says; the rest comes from the defaults.
 *
 * @param l1 The cache in the process.
 * @param l2 The cache in Couchbase.
 * @param staleIfError How long after its time an entry may still be served while it cannot be read anew; zero for never.
 * @param negativeTtl How long the null result of a method is kept; zero keeps none.
 * @param schemaVersion Part of the key in Couchbase. Raise it when the type of the values changes.
 * @param valueType Java type of the values in Couchbase, for example com.acme.Product or java.util.List<com.acme.Product>.
 * @param copyOnRead Whether to give each caller a copy of its own, made through JSON.
 * @param singleFlight One load for callers in several processes.
 */
public record RegionProperties(
        @DefaultValue Local l1,
        @DefaultValue Remote l2,
        @Nullable Duration staleIfError,
        @Nullable Duration negativeTtl,
        @Nullable Integer schemaVersion,
        @Nullable String valueType,
        @Nullable Boolean copyOnRead,
        @DefaultValue SingleFlight singleFlight) {

    /**
     * The cache in the process.
     *
     * @param maximumSize Entries kept in the process.
     * @param ttl How long an entry is served from the process.
     * @param jitter Share of the time by which an entry's own time is shortened at random.
     * @param refreshAhead Share of the time after which a read starts to read the entry anew in the background; zero for never.
     */
    public record Local(
            @Nullable Long maximumSize,
            @Nullable Duration ttl,
            @Nullable Double jitter,
            @Nullable Double refreshAhead) {

        private RegionSettings.Local over(RegionSettings.Local base) {
            return new RegionSettings.Local(
                    either(maximumSize, base.maximumSize()),
                    either(ttl, base.ttl()),
                    either(jitter, base.jitter()),
                    either(refreshAhead, base.refreshAhead()));
        }
    }

    /**
     * The cache in Couchbase.
     *
     * @param enabled Whether to keep values in Couchbase too.
     * @param ttl Expiry of a document in Couchbase, at least one second.
     * @param softTimeout How long a call that holds an outdated value waits for a newer one; zero for not at all.
     * @param hardTimeout How long a call waits for one operation on Couchbase before it goes on without.
     * @param compressAbove Size of a document from which on it is compressed; zero for never.
     * @param documentId Key of a document with {key} for the cache's key, where the documents are the application's own data: they are read and never written.
     */
    public record Remote(
            @Nullable Boolean enabled,
            @Nullable Duration ttl,
            @Nullable Duration softTimeout,
            @Nullable Duration hardTimeout,
            @Nullable DataSize compressAbove,
            @Nullable String documentId) {

        private RegionSettings.Remote over(RegionSettings.Remote base) {
            return new RegionSettings.Remote(
                    either(enabled, base.enabled()),
                    either(ttl, base.ttl()),
                    either(softTimeout, base.softTimeout()),
                    either(hardTimeout, base.hardTimeout()),
                    (compressAbove != null) ? compressAbove.toBytes() : base.compressAbove(),
                    documentId);
        }
    }

    /**
     * One load for callers in several processes.
     *
     * @param crossNode Whether processes that miss the same key agree on one that loads.
     * @param lease How long the others wait for it at most.
     */
    public record SingleFlight(
            @Nullable Boolean crossNode, @Nullable Duration lease) {

        private RegionSettings.SingleFlight over(RegionSettings.SingleFlight base) {
            return new RegionSettings.SingleFlight(either(crossNode, base.crossNode()), either(lease, base.lease()));
        }
    }

    RegionSettings over(RegionSettings base) {
        return new RegionSettings(
                base.name(),
                l1.over(base.local()),
                l2.over(base.remote()),
                either(staleIfError, base.staleIfError()),
                either(negativeTtl, base.negativeTtl()),
                valueType,
                either(schemaVersion, base.schemaVersion()),
                either(copyOnRead, base.copyOnRead()),
                singleFlight.over(base.singleFlight()));
    }

    private static <T> T either(@Nullable T own, T base) {
        return (own != null) ? own : base;
    }
}
