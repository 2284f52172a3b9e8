/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.statistics;

import java.util.Arrays;
import java.util.Optional;

import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * How what was measured after relates to what was measured before: one value per launch on each side, launches being
 * independent of each other. Welch's t on the logarithms of the values, so that a doubling and a halving weigh the same.
 *
 * <p>Where a value is zero there are no logarithms: then there is no interval, and the tests compare {@code after} with
 * {@code bound × before} as they are.
 */
public final class RatioEstimate {

    private final double[] before;
    private final double[] after;
    private final boolean positive;

    private RatioEstimate(double[] before, double[] after) {
        this.before = before;
        this.after = after;
        this.positive = Arrays.stream(before).allMatch(value -> value > 0)
                && Arrays.stream(after).allMatch(value -> value > 0);
    }

    /**
     * Estimates {@code after / before}.
     *
     * @param before one value per launch, at least one, none negative
     * @param after one value per launch, at least one, none negative
     * @throws IllegalArgumentException if there is no value or a negative one
     */
    public static RatioEstimate of(double[] before, double[] after) {
        if (before.length == 0 || after.length == 0 || StatUtils.min(before) < 0 || StatUtils.min(after) < 0) {
            throw new IllegalArgumentException("Values needed, none negative: " + Arrays.toString(before) + " before, "
                    + Arrays.toString(after) + " after");
        }
        return new RatioEstimate(before.clone(), after.clone());
    }

    /** The typical value of a side: the geometric mean, or the arithmetic one where a value of either side is zero. */
    public double typicalBefore() {
        return positive ? StatUtils.geometricMean(before) : StatUtils.mean(before);
    }

    public double typicalAfter() {
        return positive ? StatUtils.geometricMean(after) : StatUtils.mean(after);
    }

    /** The ratio of the typical values; nothing where that before is zero. */
    public Optional<Double> ratio() {
        return typicalBefore() > 0 ? Optional.of(typicalAfter() / typicalBefore()) : Optional.empty();
    }

    /**
     * The interval that holds the true ratio with the given confidence; nothing where a value is zero or a side has a
     * single launch, which shows no spread.
     */
    public Optional<Interval> interval(double confidence) {
        if (!positive || before.length < 2 || after.length < 2) {
            return Optional.empty();
        }
        Difference difference = logarithms(1);
        double half = difference.halfWidth(confidence);
        return Optional.of(new Interval(Math.exp(difference.mean - half), Math.exp(difference.mean + half)));
    }

    /**
     * The interval that holds the true difference of the arithmetic means with the given confidence, for values that are mostly
     * zero; nothing where a side has a single launch.
     */
    public Optional<Interval> difference(double confidence) {
        if (before.length < 2 || after.length < 2) {
            return Optional.empty();
        }
        Difference difference = asTheyAre(1);
        double half = difference.halfWidth(confidence);
        return Optional.of(new Interval(difference.mean - half, difference.mean + half));
    }

    /** The probability of seeing a ratio as low as this one, or lower, if the true ratio were the bound: small speaks for a lower one. */
    public double pBelow(double bound) {
        return tail(bound, -1);
    }

    /** The probability of seeing a ratio as high as this one, or higher, if the true ratio were the bound. */
    public double pAbove(double bound) {
        return tail(bound, 1);
    }

    private double tail(double bound, int sign) {
        if (before.length < 2 || after.length < 2) {
            return 1;
        }
        Difference difference = positive ? logarithms(bound) : asTheyAre(bound);
        return difference.tail(sign);
    }

    private Difference logarithms(double bound) {
        double shift = Math.log(bound);
        return Difference.of(
                Arrays.stream(before).map(value -> Math.log(value) + shift).toArray(),
                Arrays.stream(after).map(Math::log).toArray());
    }

    private Difference asTheyAre(double bound) {
        return Difference.of(Arrays.stream(before).map(value -> value * bound).toArray(), after);
    }

    /** The difference of two means, its standard error and Welch's degrees of freedom. */
    private record Difference(double mean, double error, double degrees) {

        static Difference of(double[] before, double[] after) {
            double first = StatUtils.variance(before) / before.length;
            double second = StatUtils.variance(after) / after.length;
            double sum = first + second;
            double degrees = sum == 0
                    ? 1
                    : sum * sum / (first * first / (before.length - 1) + second * second / (after.length - 1));
            return new Difference(StatUtils.mean(after) - StatUtils.mean(before), Math.sqrt(sum), degrees);
        }

        double halfWidth(double confidence) {
            return error * new TDistribution(degrees).inverseCumulativeProbability((1 + confidence) / 2);
        }

        double tail(int sign) {
            if (error == 0) {
                return mean * sign > 0 ? 0 : 1;
            }
            return 1 - new TDistribution(degrees).cumulativeProbability(sign * mean / error);
        }
    }
}
