/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.statistics;

/**
 * A closed interval of ratios.
 *
 * @param low the lower end; that of a ratio is above zero
 * @param high the upper end, not below {@code low}
 */
public record Interval(double low, double high) {

    public boolean contains(double ratio) {
        return low <= ratio && ratio <= high;
    }

    public boolean liesWithin(double least, double most) {
        return least <= low && high <= most;
    }
}
