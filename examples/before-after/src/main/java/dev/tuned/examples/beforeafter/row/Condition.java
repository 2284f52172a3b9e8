/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.util.Map;
import java.util.Objects;

import dev.tuned.bench.report.Format;

/**
 * A condition on what was counted in tuned at one time, which can be asked of other columns, too.
 *
 * @param text the condition in words
 * @param test whether it holds for a column
 */
public record Condition(String text, Test test) {

    /** Whether a condition holds for a column. */
    interface Test {

        boolean holds(Map<String, Map<Count, Double>> all, String column);
    }

    /** Whether it holds for a column, by the counts of all columns. */
    boolean holds(Map<String, Map<Count, Double>> all, String column) {
        return test.holds(all, column);
    }

    /** Begins a condition. */
    public static Subject that(Count count) {
        return new Subject(count);
    }

    /**
     * What a condition is about.
     *
     * @param count the count
     */
    public record Subject(Count count) {

        public Condition is(double value) {
            return condition("is " + Format.number(value), (all, column) -> of(all, column) == value);
        }

        public Condition isAtLeast(double value) {
            return condition("is at least " + Format.number(value), (all, column) -> of(all, column) >= value);
        }

        public Condition isAtMost(double value) {
            return condition("is at most " + Format.number(value), (all, column) -> of(all, column) <= value);
        }

        /** That it is at most a share of what another column has. */
        public Condition isAtMost(double share, String other) {
            return condition(
                    "is at most " + Format.number(share) + " times that of " + other,
                    (all, column) -> of(all, column) <= share * of(all, other));
        }

        private Condition condition(String words, Test test) {
            return new Condition(count.label() + " " + words, test);
        }

        private double of(Map<String, Map<Count, Double>> all, String column) {
            return Objects.requireNonNull(all.getOrDefault(column, Map.of()).get(count), "not counted: " + count);
        }
    }
}
