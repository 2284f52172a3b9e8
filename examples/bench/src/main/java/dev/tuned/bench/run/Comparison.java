/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.statistics.Claim;
import dev.tuned.bench.statistics.Metric;

/**
 * One variant compared with another under one workload.
 *
 * @param title what it is about, such as {@code upload}
 * @param workload the workload
 * @param before the name of the variant before
 * @param after the name of the variant after
 * @param claim what is claimed, or {@code null} where the comparison is no row of its own
 * @param accepted the trade-offs that are declared: up to this ratio each metric may become worse
 * @param judged whether what becomes worse counts; not so where the comparison only explains another
 */
public record Comparison(
        String title,
        Workload workload,
        String before,
        String after,
        @Nullable Claim claim,
        Map<Metric, Double> accepted,
        boolean judged) {

    /** One that claims nothing. */
    public static Comparison of(String title, Workload workload, String before, String after) {
        return new Comparison(title, workload, before, after, null, Map.of(), true);
    }

    /** The same with a claim, which may be nothing: a row of its own of which nothing can honestly be claimed. */
    public Comparison claiming(Claim.Condition... conditions) {
        return new Comparison(title, workload, before, after, Claim.of(conditions), accepted, judged);
    }

    /** Declares further trade-offs. */
    public Comparison accepting(Map<Metric, Double> tradeOffs) {
        Map<Metric, Double> all = new LinkedHashMap<>(tradeOffs);
        all.putAll(accepted);
        return new Comparison(title, workload, before, after, claim, all, judged);
    }

    /** One that only explains another: what became worse in it does not count. */
    public Comparison unjudged() {
        return new Comparison(title, workload, before, after, claim, accepted, false);
    }

    /** Whether a variant is one of the two. */
    public boolean compares(String variant) {
        return before.equals(variant) || after.equals(variant);
    }
}
