/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.List;

import org.jspecify.annotations.Nullable;

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
 * @param tuned how the tuned variant is started
 * @param rate the requests per second that are sent whatever the server does, or {@code null} for a closed loop
 * @param waitMillis for how long a request waits for others and needs no CPU, or {@code null} where it does not wait
 */
public record Scenario(
        String name,
        String what,
        int connections,
        Jvm jvm,
        List<Claim> claims,
        Workload workload,
        Wire wire,
        Side tuned,
        @Nullable Double rate,
        @Nullable Integer waitMillis) {

    /** One in a closed loop, whose Couchbase, if it asks any, is near. */
    Scenario(String name, String what, int connections, Jvm jvm, List<Claim> claims, Workload workload) {
        this(name, what, connections, jvm, claims, workload, Wire.NEAR, Side.of(Variant.TUNED), null, null);
    }

    /** The same over another wire. */
    Scenario over(Wire other) {
        return new Scenario(name, what, connections, jvm, claims, workload, other, tuned, rate, waitMillis);
    }

    /** The same with the tuned variant started in another way. */
    Scenario tuned(Side other) {
        return new Scenario(name, what, connections, jvm, claims, workload, wire, other, rate, waitMillis);
    }

    /** The same on other JVMs. */
    Scenario on(Jvm other) {
        return new Scenario(name, what, connections, other, claims, workload, wire, tuned, rate, waitMillis);
    }

    /** The same in an open loop. */
    Scenario atRate(double requestsPerSecond) {
        return new Scenario(name, what, connections, jvm, claims, workload, wire, tuned, requestsPerSecond, waitMillis);
    }

    /** The same, known to wait for so long: connections divided by that is the most there can be. */
    Scenario waiting(int millis) {
        return new Scenario(name, what, connections, jvm, claims, workload, wire, tuned, rate, millis);
    }

    /** A variant as this scenario needs it. */
    Side side(Variant variant) {
        return variant == Variant.TUNED ? tuned : Side.of(variant);
    }

    /** What a reader wants to know of it besides what is claimed. */
    public List<Metric> shownMetrics() {
        if (wire == Wire.CUT) {
            return List.of(Metric.STALENESS_MS_MAX, Metric.RECOVERY_MS);
        }
        return workload.mayDecline() ? List.of(Metric.DECLINED_RATE) : List.of();
    }
}
