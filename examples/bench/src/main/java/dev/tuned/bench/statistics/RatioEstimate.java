/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.statistics;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Statistic;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Estimates the ratio of a metric after to before, from a value of each launch. Launches are independent of each other.
 * The test is Welch's t on the logarithms of the values, so that a doubling and a halving weigh the same.
 *
 * <p>Values near zero have no ratio: means of 45 and 24 µs of which some launches had 100 and some none are no factor.
 * They have a difference, and the tests compare {@code after} with {@code bound × before} as they are.
 */
public final class RatioEstimate {

    /**
     * A launch with less than this share of the mean is one in which hardly anything happened, such as no collection.
     */
    private static final double MIN_SHARE_OF_MEAN = 0.1;

    private final double[] before;
    private final double[] after;
    private final boolean hasRatio;
    private final boolean hasLogarithms;

    private RatioEstimate(double[] before, double[] after, double nearZero) {
        this.before = before;
        this.after = after;
        boolean afterIsClear = staysClearOfZero(after);
        // A fall to near zero has a ratio, a rise from near zero has none.
        this.hasRatio = staysClearOfZero(before)
                && mean(before) >= nearZero
                && (afterIsClear || mean(after) < MIN_SHARE_OF_MEAN * mean(before));
        this.hasLogarithms = hasRatio && afterIsClear;
    }

    /** Whether no launch has a value that is small beside the mean of all. */
    private static boolean staysClearOfZero(double[] values) {
        double least = MIN_SHARE_OF_MEAN * mean(values);
        return Arrays.stream(values).allMatch(value -> value > 0 && value >= least);
    }

    private static double mean(double[] values) {
        return Mean.of(values).getAsDouble();
    }

    /**
     * Estimates {@code after / before}.
     *
     * @param before one value per launch, at least one, none negative
     * @param after one value per launch, at least one, none negative
     * @param nearZero a mean before below this one has no ratio
     * @throws IllegalArgumentException if there is no value or a negative one
     */
    public static RatioEstimate of(double[] before, double[] after, double nearZero) {
        if (before.length == 0 || after.length == 0 || negative(before) || negative(after)) {
            throw new IllegalArgumentException("Values needed, none negative: " + Arrays.toString(before) + " before, "
                    + Arrays.toString(after) + " after");
        }
        return new RatioEstimate(before.clone(), after.clone(), nearZero);
    }

    /** The same of lists. */
    public static RatioEstimate of(List<Double> before, List<Double> after, double nearZero) {
        return of(array(before), array(after), nearZero);
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(each -> each).toArray();
    }

    private static boolean negative(double[] values) {
        return Arrays.stream(values).anyMatch(value -> value < 0);
    }

    /**
     * The typical value of a side: the geometric mean, or the arithmetic one where a value of either side is near zero.
     */
    public double typicalBefore() {
        return typical(before);
    }

    public double typicalAfter() {
        return typical(after);
    }

    private double typical(double[] values) {
        return hasLogarithms
                ? Math.exp(mean(Arrays.stream(values).map(Math::log).toArray()))
                : mean(values);
    }

    /** The ratio of the typical values; nothing where that before is near zero. */
    public Optional<Double> ratio() {
        return hasRatio ? Optional.of(typicalAfter() / typicalBefore()) : Optional.empty();
    }

    /**
     * The interval that holds the true ratio with the given confidence; nothing where values are near zero or a side
     * has a single launch, which shows no spread.
     */
    public Optional<Interval> interval(double confidence) {
        if (!hasLogarithms || before.length < 2 || after.length < 2) {
            return Optional.empty();
        }
        Difference difference = logarithms(1);
        double half = difference.halfWidth(confidence);
        return Optional.of(new Interval(Math.exp(difference.mean - half), Math.exp(difference.mean + half)));
    }

    /**
     * The interval that holds the true difference of the arithmetic means with the given confidence, for values that
     * are near zero; nothing where a side has a single launch.
     */
    public Optional<Interval> difference(double confidence) {
        if (before.length < 2 || after.length < 2) {
            return Optional.empty();
        }
        Difference difference = asTheyAre(1);
        double half = difference.halfWidth(confidence);
        return Optional.of(new Interval(difference.mean - half, difference.mean + half));
    }

    /**
     * The probability of seeing a ratio as low as this one, or lower, if the true ratio were the bound: small speaks
     * for a lower one.
     */
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
        Difference difference = hasLogarithms ? logarithms(bound) : asTheyAre(bound);
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

        private static final Set<Statistic> MOMENTS = EnumSet.of(Statistic.MEAN, Statistic.VARIANCE);

        static Difference of(double[] before, double[] after) {
            DoubleStatistics left = DoubleStatistics.of(MOMENTS, before);
            DoubleStatistics right = DoubleStatistics.of(MOMENTS, after);
            double first = left.getAsDouble(Statistic.VARIANCE) / before.length;
            double second = right.getAsDouble(Statistic.VARIANCE) / after.length;
            double sum = first + second;
            double degrees = sum == 0
                    ? 1
                    : sum * sum / (first * first / (before.length - 1) + second * second / (after.length - 1));
            return new Difference(
                    right.getAsDouble(Statistic.MEAN) - left.getAsDouble(Statistic.MEAN), Math.sqrt(sum), degrees);
        }

        double halfWidth(double confidence) {
            return error * TDistribution.of(degrees).inverseCumulativeProbability((1 + confidence) / 2);
        }

        double tail(int sign) {
            if (error == 0) {
                return mean * sign > 0 ? 0 : 1;
            }
            return TDistribution.of(degrees).survivalProbability(sign * mean / error);
        }
    }
}
