/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.util.List;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.result.Measurement;

/**
 * Variants that run side by side: each is launched several times, and each launch serves all workloads in turn. Of the first
 * variant there is a twin beside it: it shows what is noise, and both together what the machine was like.
 *
 * @param name its name
 * @param variants the variants
 * @param comparisons what is compared; its workloads are served in this order
 * @param withTwin whether the first is launched twice
 */
public record Experiment(String name, List<Variant> variants, List<Comparison> comparisons, boolean withTwin) {

    private static final String TWIN = " twin";

    public Experiment(String name, List<Variant> variants, List<Comparison> comparisons) {
        this(name, variants, comparisons, true);
    }

    /** The part of it that has to do with some workloads; the first variant always takes part. */
    public Experiment only(List<String> workloads) {
        List<Comparison> some = comparisons.stream()
                .filter(each -> workloads.contains(each.workload().name()))
                .toList();
        List<Variant> needed = variants.stream()
                .filter(variant ->
                        variant.name().equals(first()) || some.stream().anyMatch(each -> each.compares(variant.name())))
                .toList();
        return new Experiment(name, needed, some, withTwin);
    }

    /** The variants and the twin of the first, which stands last. */
    List<Variant> launched() {
        if (!withTwin) {
            return variants;
        }
        Variant first = variants.get(0);
        return Stream.concat(variants.stream(), Stream.of(first.named(twin()))).toList();
    }

    /** The name of the first variant. */
    String first() {
        return variants.get(0).name();
    }

    /** The name of its twin. */
    String twin() {
        return first() + TWIN;
    }

    /** Those of a run's measurements that are of the first variant and its twin. */
    List<Measurement> ofFirstAndTwin(List<Measurement> measurements) {
        return measurements.stream()
                .filter(each -> each.experiment().equals(name) && isFirstOrTwin(each.variant()))
                .toList();
    }

    private boolean isFirstOrTwin(String variant) {
        return variant.equals(first()) || variant.equals(twin());
    }

    /** The workloads, each once. */
    public List<Workload> workloads() {
        return comparisons.stream().map(Comparison::workload).distinct().toList();
    }

    /** The workloads that a variant is compared under; the first and its twin take part in all. */
    List<Workload> workloadsOf(Variant variant) {
        return isFirstOrTwin(variant.name())
                ? workloads()
                : comparisons.stream()
                        .filter(each -> each.compares(variant.name()))
                        .map(Comparison::workload)
                        .distinct()
                        .toList();
    }
}
