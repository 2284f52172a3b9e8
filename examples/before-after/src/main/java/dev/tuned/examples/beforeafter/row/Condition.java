/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

import dev.tuned.bench.report.Format;

/**
 * A condition on what was counted at one time.
 *
 * @param text the condition in words
 * @param holds whether it holds for the counts of all columns, by their names
 */
public record Condition(String text, Predicate<Map<String, Map<Count, Double>>> holds) {

    /** Begins a condition. */
    public static Subject that(String column, Count count) {
        return new Subject(column, count);
    }

    /**
     * What a condition is about.
     *
     * @param column the column
     * @param count the count in it
     */
    public record Subject(String column, Count count) {

        public Condition is(double value) {
            return condition(" is " + Format.number(value), all -> of(all, column) == value);
        }

        public Condition isBelow(double value) {
            return condition(" is below " + Format.number(value), all -> of(all, column) < value);
        }

        public Condition isAtLeast(double value) {
            return condition(" is at least " + Format.number(value), all -> of(all, column) >= value);
        }

        public Condition isAtMost(double value) {
            return condition(" is at most " + Format.number(value), all -> of(all, column) <= value);
        }

        public Condition isBelowThatOf(String other) {
            return condition(" is below that of " + other, all -> of(all, column) < of(all, other));
        }

        private Condition condition(String text, Predicate<Map<String, Map<Count, Double>>> holds) {
            return new Condition(column + ": " + count.label() + text, holds);
        }

        private double of(Map<String, Map<Count, Double>> all, String of) {
            return Objects.requireNonNull(all.getOrDefault(of, Map.of()).get(count), "not counted: " + count);
        }
    }
}
