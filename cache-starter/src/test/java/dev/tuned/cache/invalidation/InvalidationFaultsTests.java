/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A thousand random faults in virtual time; a failure names the seed that repeats it. */
@Tag("without-boot")
class InvalidationFaultsTests {

    private static final int CLUSTERS = 20;
    private static final int FAULTS_EACH = 50;

    @Test
    void noCacheKeepsWhatWasReplacedBeyondTheBoundThroughAThousandFaults() {
        Map<String, Integer> losses = new TreeMap<>();
        Map<SimulatedCluster.Fault, Integer> faults = new TreeMap<>();
        long served = 0;
        for (int seed = 1; seed <= CLUSTERS; seed++) {
            SimulatedCluster cluster = new SimulatedCluster(seed);
            while (cluster.faultCount() < FAULTS_EACH) {
                cluster.suffer();
            }
            cluster.losses.forEach((reason, count) -> losses.merge(reason, count, Integer::sum));
            cluster.faults.forEach((fault, count) -> faults.merge(fault, count, Integer::sum));
            served += cluster.served;
        }
        assertThat(faults.values().stream().mapToInt(Integer::intValue).sum()).isGreaterThanOrEqualTo(1_000);
        assertThat(faults).containsOnlyKeys(SimulatedCluster.Fault.values());
        // Each way to notice a loss was needed, else the faults were too harmless.
        assertThat(losses).containsOnlyKeys("gap", "jump", "outage", "reset");
        assertThat(served).isGreaterThan(100_000);
    }
}
