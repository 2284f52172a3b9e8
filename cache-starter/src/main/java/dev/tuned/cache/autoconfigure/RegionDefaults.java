/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import dev.tuned.cache.RegionSettings;

/**
 * What holds for every region that says nothing else.
 *
 * @param l1 The cache in the process.
 * @param l2 The cache in Couchbase.
 * @param staleIfError How long after its time an entry may still be served while it cannot be read anew; zero for never.
 * @param negativeTtl How long the null result of a method is kept; zero keeps none.
 * @param schemaVersion Part of the key in Couchbase. Raise it when the type of the values changes.
 * @param copyOnRead Whether to give each caller a copy of its own, made through JSON.
 * @param singleFlight One load for callers in several processes.
 */
public record RegionDefaults(
        @DefaultValue L1 l1,
        @DefaultValue L2 l2,
        @DefaultValue("10m") Duration staleIfError,
        @DefaultValue("5s") Duration negativeTtl,
        @DefaultValue("1") int schemaVersion,
        @DefaultValue("false") boolean copyOnRead,
        @DefaultValue SingleFlight singleFlight) {

    /**
     * The cache in the process.
     *
     * @param maximumSize Entries kept in the process, per region.
     * @param ttl How long an entry is served from the process.
     * @param jitter Share of the time by which an entry's own time is shortened at random.
     * @param refreshAhead Share of the time after which a read starts to read the entry anew in the background; zero for never.
     */
    public record L1(
            @DefaultValue("10000") long maximumSize,
            @DefaultValue("60s") Duration ttl,
            @DefaultValue("0.1") double jitter,
            @DefaultValue("0.8") double refreshAhead) {}

    /**
     * The cache in Couchbase.
     *
     * @param enabled Whether to keep values in Couchbase too.
     * @param ttl Expiry of a document in Couchbase, at least one second.
     * @param softTimeout How long a call that holds an outdated value waits for a newer one; zero for not at all.
     * @param hardTimeout How long a call waits for one operation on Couchbase before it goes on without.
     * @param compressAbove Size of a document from which on it is compressed; zero for never.
     */
    public record L2(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("10m") Duration ttl,
            @DefaultValue("50ms") Duration softTimeout,
            @DefaultValue("250ms") Duration hardTimeout,
            @DefaultValue("0B") DataSize compressAbove) {}

    /**
     * One load for callers in several processes.
     *
     * @param crossNode Whether processes that miss the same key agree on one that loads.
     * @param lease How long the others wait for it at most.
     */
    public record SingleFlight(
            @DefaultValue("false") boolean crossNode,
            @DefaultValue("2s") Duration lease) {}

    RegionSettings over(String name) {
        return new RegionSettings(
                name,
                new RegionSettings.Local(l1.maximumSize, l1.ttl, l1.jitter, l1.refreshAhead),
                new RegionSettings.Remote(
                        l2.enabled, l2.ttl, l2.softTimeout, l2.hardTimeout, l2.compressAbove.toBytes(), null),
                staleIfError,
                negativeTtl,
                null,
                schemaVersion,
                copyOnRead,
                new RegionSettings.SingleFlight(singleFlight.crossNode, singleFlight.lease));
    }
}
