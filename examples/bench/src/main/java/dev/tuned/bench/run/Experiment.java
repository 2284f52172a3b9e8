/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.util.List;
import java.util.stream.Stream;

import dev.tuned.bench.process.Variant;
import dev.tuned.bench.result.Measurement;

/**
 * Variants that run side by side: each is launched several times, and each launch serves all workloads in turn. Of the
 * first variant there is a control instance beside it: it shows what is noise, and both together what the machine was
 * like.
 *
 * @param name its name
 * @param variants the variants
 * @param comparisons what is compared; its workloads are served in this order
 * @param withControl whether the first is launched twice
 */
public record Experiment(String name, List<Variant> variants, List<Comparison> comparisons, boolean withControl) {

    private static final String CONTROL = " control";

    public Experiment(String name, List<Variant> variants, List<Comparison> comparisons) {
        this(name, variants, comparisons, true);
    }

    /** The variants and the control instance of the first, which stands last. */
    List<Variant> launched() {
        if (!withControl) {
            return variants;
        }
        Variant first = variants.get(0);
        return Stream.concat(variants.stream(), Stream.of(first.named(controlInstance())))
                .toList();
    }

    /** The name of the first variant. */
    public String first() {
        return variants.get(0).name();
    }

    /** The name of its control instance. */
    public String controlInstance() {
        return first() + CONTROL;
    }

    /** The measurements of the first variant and its control instance. */
    public List<Measurement> ofFirstAndControl(List<Measurement> measurements) {
        return measurements.stream()
                .filter(each -> each.experiment().equals(name) && isFirstOrControl(each.variant()))
                .toList();
    }

    private boolean isFirstOrControl(String variant) {
        return variant.equals(first()) || variant.equals(controlInstance());
    }

    /** The workloads, each once. */
    public List<Workload> workloads() {
        return comparisons.stream().map(Comparison::workload).distinct().toList();
    }

    /** The workloads that a variant is compared under; the first and its control instance take part in all. */
    public List<Workload> workloadsOf(String variant) {
        return isFirstOrControl(variant)
                ? workloads()
                : comparisons.stream()
                        .filter(each -> each.compares(variant))
                        .map(Comparison::workload)
                        .distinct()
                        .toList();
    }
}
