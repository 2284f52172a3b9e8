/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.util.List;
import java.util.stream.Stream;

/**
 * Where the caches of stock and tuned are; the products themselves are in Couchbase.
 *
 * @param cache its name in words
 * @param systems what is outside of the service, in words
 * @param calls the calls of these
 * @param suffix what the names of its rows end with
 * @param properties what a service needs for it
 */
record FarCache(String cache, String systems, Count calls, String suffix, List<String> properties) {

    static final FarCache COUCHBASE = new FarCache(
            "Couchbase", "Couchbase", new Count("couchbase_calls", "calls of Couchbase per read"), "", List.of());

    /** The example service has its client, which is not configured unless it is needed. */
    static final FarCache REDIS = new FarCache(
            "Redis",
            "Redis and Couchbase",
            new Count("redis_and_couchbase_calls", "calls of Redis and Couchbase per read"),
            "-redis",
            List.of("spring.cache.type=redis", "spring.autoconfigure.exclude="));

    /** Whether the rows of a default run are played with it. */
    boolean isStandard() {
        return suffix.isEmpty();
    }

    /** The name of a row that is played with it. */
    String nameOf(String row) {
        return row + suffix;
    }

    /** Some properties, and those that a service needs for it. */
    String[] with(String... others) {
        return Stream.concat(Stream.of(others), properties.stream()).toArray(String[]::new);
    }

    /** Whether the service of a column caches in Redis. */
    static boolean isRedis(Column column) {
        return column.arguments().contains("--" + REDIS.properties().get(0));
    }
}
