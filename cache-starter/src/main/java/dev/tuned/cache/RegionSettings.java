/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The settings of one region, every value resolved.
 *
 * @param name the name of the region, as in {@code @Cacheable("name")}
 * @param local the cache in the process
 * @param remote the cache in Couchbase
 * @param staleIfError how long after its TTL an entry may still be served while it cannot be reloaded; zero never
 * @param annotated what of this applies to annotated methods, too
 * @param negativeTtl how long the null result of a load is kept; zero keeps none
 * @param valueType the Java type of the values in canonical form, or {@code null} to use the declared one
 * @param schemaVersion part of the key in L2: another number is another set of documents
 * @param taskDecorator the name of the bean that wraps loads in the background, or {@code null} for all beans of that type
 */
public record RegionSettings(
        String name,
        Local local,
        Remote remote,
        Duration staleIfError,
        Annotated annotated,
        Duration negativeTtl,
        @Nullable String valueType,
        int schemaVersion,
        @Nullable String taskDecorator) {

    /**
     * The cache in the process.
     *
     * @param maximumSize entries kept, at least 1
     * @param ttl how long an entry is served, above zero
     * @param jitter share of {@code ttl} by which an entry's own time is shortened at random, 0 to below 1
     * @param refreshAhead share of {@code ttl} after which a read starts a reload in the background, 0 for never, below 1
     */
    public record Local(long maximumSize, Duration ttl, double jitter, double refreshAhead) {}

    /**
     * What applies to annotated methods: only what the application has set itself, since such a method would run in the
     * background, without its caller's thread.
     *
     * @param refreshAhead whether entries are reloaded ahead of the end of their TTL
     * @param staleIfError whether stale entries are served while they are reloaded, or cannot be
     */
    public record Annotated(boolean refreshAhead, boolean staleIfError) {}

    /**
     * The cache in Couchbase.
     *
     * @param enabled whether values are kept there
     * @param ttl expiry of a document, at least one second
     * @param softTimeout how long a call that holds a stale value waits for a newer one
     * @param hardTimeout how long a call waits for one operation, above zero
     * @param documentId the key of a document with {@code {key}} for the cache's key, where the documents are the
     *     application's own data: they are read, and never written, removed or cleared; {@code null} for our own
     * @param verifiedShare share of the values that are read back from their document and compared before that is
     *     written, 0 to 1
     */
    public record Remote(
            boolean enabled,
            Duration ttl,
            Duration softTimeout,
            Duration hardTimeout,
            @Nullable String documentId,
            double verifiedShare) {}
}
