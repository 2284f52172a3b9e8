/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.List;

import dev.tuned.examples.beforeafter.statistics.Claim;
import dev.tuned.examples.beforeafter.statistics.Metric;

/**
 * What is measured.
 *
 * @param name its name in options and results
 * @param what what a request is, in a few words
 * @param connections how many connections it uses unless told otherwise
 * @param jvm what the JVMs of its variants are started with
 * @param claims what is claimed of the tuned variant against one that is not; the first names the primary metric
 * @param workload its requests
 * @param wire what lies between its variants and Couchbase
 */
public record Scenario(
        String name, String what, int connections, Jvm jvm, List<Claim> claims, Workload workload, Wire wire) {

    /** One whose Couchbase, if it asks any, is near. */
    Scenario(String name, String what, int connections, Jvm jvm, List<Claim> claims, Workload workload) {
        this(name, what, connections, jvm, claims, workload, Wire.NEAR);
    }

    /** A variant as this scenario needs it. */
    Side side(Variant variant) {
        return wire == Wire.CUT && variant == Variant.TUNED
                // So that what is cached is past its time while Couchbase is away.
                ? new Side(variant.label(), variant, List.of("--tuned.cache.defaults.l1.ttl=1s"))
                : Side.of(variant);
    }

    /** What a reader wants to know of it besides what is claimed. */
    public List<Metric> shownMetrics() {
        return wire == Wire.CUT ? List.of(Metric.STALENESS_MS_MAX, Metric.RECOVERY_MS) : List.of();
    }
}
