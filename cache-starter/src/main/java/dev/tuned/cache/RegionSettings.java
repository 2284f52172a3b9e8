/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What is in force for one region, every value settled.
 *
 * @param name the name of the region, as in {@code @Cacheable("name")}
 * @param local the cache in the process
 * @param remote the cache in Couchbase
 * @param staleIfError how long after its time an entry may still be served while it cannot be read anew; zero never
 * @param negativeTtl how long the null result of a load is kept; zero keeps none
 * @param valueType the Java type of the values in canonical form, or {@code null} to use the declared one
 * @param schemaVersion part of the key in L2: another number is another set of documents
 * @param copyOnRead whether each caller gets a copy of its own, made through JSON
 * @param singleFlight one load for callers in several processes
 */
public record RegionSettings(
        String name,
        Local local,
        Remote remote,
        Duration staleIfError,
        Duration negativeTtl,
        @Nullable String valueType,
        int schemaVersion,
        boolean copyOnRead,
        SingleFlight singleFlight) {

    /**
     * The cache in the process.
     *
     * @param maximumSize entries kept, at least 1
     * @param ttl how long an entry is served, above zero
     * @param jitter share of {@code ttl} by which an entry's own time is shortened at random, 0 to below 1
     * @param refreshAhead share of {@code ttl} after which a read starts to read the entry anew, 0 for never, below 1
     */
    public record Local(long maximumSize, Duration ttl, double jitter, double refreshAhead) {}

    /**
     * The cache in Couchbase.
     *
     * @param enabled whether values are kept there
     * @param ttl expiry of a document, at least one second
     * @param softTimeout how long a call that holds a stale value waits for a newer one
     * @param hardTimeout how long a call waits for one operation, above zero
     * @param compressAbove bytes of JSON from which on a document is compressed; 0 never
     * @param documentId the key of a document with {@code {key}} for the cache's key, where the documents are the
     *     application's own data: they are read, and never written, removed or cleared; {@code null} for our own
     */
    public record Remote(
            boolean enabled,
            Duration ttl,
            Duration softTimeout,
            Duration hardTimeout,
            long compressAbove,
            @Nullable String documentId) {}

    /**
     * One load for callers in several processes.
     *
     * @param crossNode whether processes that miss the same key agree on one that loads
     * @param lease how long the others wait for it at most
     */
    public record SingleFlight(boolean crossNode, Duration lease) {}
}
