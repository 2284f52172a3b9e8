/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.tuned.bench.run.Experiment;
import dev.tuned.bench.run.Variant;
import dev.tuned.bench.run.Workload;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Repository;
import dev.tuned.examples.beforeafter.catalog.StarterExperiments;
import dev.tuned.examples.beforeafter.catalog.Variants;
import dev.tuned.examples.beforeafter.catalog.Workloads;

/** The experiments with the example service. */
final class Plans {

    private final Variants variants;
    private final StarterExperiments starters;

    /**
     * Creates the plans.
     *
     * @param javaFeature the feature release of the services' Java, such as 25
     */
    Plans(Repository repository, LocalCouchbase couchbase, Path files, int javaFeature) {
        variants = new Variants(repository, files);
        starters = new StarterExperiments(variants, new Workloads(couchbase), javaFeature);
    }

    Variants variants() {
        return variants;
    }

    /** A row for each starter. */
    List<Experiment> standard(Variant after) {
        return List.of(starters.standard(after));
    }

    /** All experiments. */
    List<Experiment> full(Variant after) {
        return starters.full(after);
    }

    /** The experiments reduced to some workloads. */
    List<Experiment> only(List<String> workloads, Variant after) {
        return full(after).stream()
                .map(experiment -> experiment.only(workloads))
                .filter(experiment -> !experiment.comparisons().isEmpty())
                .toList();
    }

    /** All workloads, each once. */
    List<Workload> workloads() {
        Map<String, Workload> byName = new LinkedHashMap<>();
        full(variants.dependency()).stream()
                .flatMap(experiment -> experiment.workloads().stream())
                .forEach(workload -> byName.putIfAbsent(workload.name(), workload));
        return List.copyOf(byName.values());
    }
}
