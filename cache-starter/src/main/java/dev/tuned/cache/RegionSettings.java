/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What is in force for one region, every value settled.
 *
 * @param name the name of the region, as in {@code @Cacheable("name")}
 * @param maximumSize entries kept in L1, at least 1
 * @param localTtl how long an entry is served from L1, above zero
 * @param remote whether values are also kept in L2
 * @param remoteTtl expiry of a document in L2, at least one second
 * @param hardTimeout how long a call waits for one operation on L2, above zero
 * @param negativeTtl how long the null result of a load is kept; zero keeps none
 * @param valueType the Java type of the values in canonical form, or {@code null} to use the declared one
 * @param schemaVersion part of the key in L2: another number is another set of documents
 */
public record RegionSettings(
        String name,
        long maximumSize,
        Duration localTtl,
        boolean remote,
        Duration remoteTtl,
        Duration hardTimeout,
        Duration negativeTtl,
        @Nullable String valueType,
        int schemaVersion) {}
