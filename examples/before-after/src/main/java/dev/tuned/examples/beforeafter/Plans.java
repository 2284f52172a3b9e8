/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Repository;
import dev.tuned.examples.beforeafter.catalog.StarterExperiments;
import dev.tuned.examples.beforeafter.catalog.Variants;
import dev.tuned.examples.beforeafter.catalog.Workloads;
import dev.tuned.examples.beforeafter.fieldreports.FieldReports;
import dev.tuned.examples.beforeafter.run.Experiment;
import dev.tuned.examples.beforeafter.run.Variant;
import dev.tuned.examples.beforeafter.run.Workload;

/** What can be run of the example service. */
final class Plans {

    private final Variants variants;
    private final StarterExperiments starters;
    private final FieldReports fieldReports;

    Plans(Repository repository, LocalCouchbase couchbase, Path files) {
        variants = new Variants(repository, files);
        starters = new StarterExperiments(variants, new Workloads(couchbase));
        fieldReports = new FieldReports(variants);
    }

    Variants variants() {
        return variants;
    }

    /** Four claims, one for each starter. */
    List<Experiment> standard(Variant after) {
        return List.of(starters.standard(after));
    }

    /** Everything. */
    List<Experiment> full(Variant after) {
        return Stream.concat(starters.full(after).stream(), fieldReports.experiments().stream())
                .toList();
    }

    /** Some of everything. */
    List<Experiment> only(List<String> workloads, Variant after) {
        return full(after).stream()
                .map(experiment -> experiment.only(workloads))
                .filter(experiment -> !experiment.comparisons().isEmpty())
                .toList();
    }

    /** All workloads, each once. */
    List<Workload> workloads() {
        Map<String, Workload> byName = new LinkedHashMap<>();
        full(variants.tuned()).stream()
                .flatMap(experiment -> experiment.workloads().stream())
                .forEach(workload -> byName.putIfAbsent(workload.name(), workload));
        return List.copyOf(byName.values());
    }
}
