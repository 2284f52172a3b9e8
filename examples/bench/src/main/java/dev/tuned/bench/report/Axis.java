/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Maps values to percent of a picture's width or height. What lies beyond an end is drawn at that end.
 *
 * @param low the value at 0 %
 * @param high the value at 100 %
 * @param logarithmic whether equal ratios have equal distances
 */
record Axis(double low, double high, boolean logarithmic) {

    private static final double MARGIN = 0.07;
    private static final double CHARACTER_WIDTH = 7.6;

    /** A place on the axis with its label. */
    record Tick(double at, String text) {}

    /** A part of the axis. */
    record Span(double from, double to) {

        double width() {
            return Format.position(to - from);
        }
    }

    /** An axis that shows all of these values: logarithmic if all are above zero, else from zero. */
    static Axis ofValues(Collection<Double> values) {
        double high = positive(values).max().orElse(1);
        if (values.stream().allMatch(value -> value > 0)) {
            double low = positive(values).min().orElse(high) / 1.1;
            double margin = Math.pow(1.1 * high / low, MARGIN);
            return new Axis(low / margin, 1.1 * high * margin, true);
        }
        return new Axis(-MARGIN * high, (1 + MARGIN) * high, false);
    }

    private static DoubleStream positive(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).filter(value -> value > 0 && Double.isFinite(value));
    }

    /** The position of a value, from 0 to 100. */
    double at(double value) {
        double share = logarithmic
                ? Math.log(Math.max(value, Double.MIN_NORMAL) / low) / Math.log(high / low)
                : (value - low) / (high - low);
        return Format.position(100 * Math.min(1, Math.max(0, share)));
    }

    /** Ticks whose labels, centred below them, leave room for each other where the picture is this narrow. */
    List<Tick> ticksBelow(double leastWidth) {
        return ticks(label -> (label.length() + 0.8) * CHARACTER_WIDTH * 100 / leastWidth);
    }

    /** Ticks for an axis that stands upright. */
    List<Tick> ticksBeside() {
        return ticks(label -> 10);
    }

    private List<Tick> ticks(ToDoubleFunction<String> size) {
        List<Tick> ticks = new ArrayList<>();
        for (double value : candidates()) {
            Tick tick = new Tick(at(value), Format.number(value));
            double room = size.applyAsDouble(tick.text()) / 2;
            boolean apart = ticks.stream()
                    .allMatch(other -> Math.abs(other.at() - tick.at()) >= room + size.applyAsDouble(other.text()) / 2);
            if (apart && tick.at() >= room && tick.at() <= 100 - room) {
                ticks.add(tick);
            }
        }
        ticks.sort(Comparator.comparingDouble(Tick::at));
        return ticks;
    }

    /** Round values on the axis, the most welcome ones first. */
    private List<Double> candidates() {
        List<Double> candidates = new ArrayList<>();
        if (logarithmic && high / low > 6) {
            int from = (int) Math.floor(Math.log10(low));
            int to = (int) Math.ceil(Math.log10(high));
            int every = to - from > 5 ? 2 : 1;
            for (double factor : high / low > 300 ? new double[] {1} : new double[] {1, 5, 2}) {
                for (int power = from - Math.floorMod(from, every); power <= to; power += every) {
                    candidates.add(power < 0 ? factor / Math.pow(10, -power) : factor * Math.pow(10, power));
                }
            }
        } else {
            double step = Math.pow(10, Math.floor(Math.log10((high - low) / 2)));
            step *= (high - low) / step > 10 ? 5 : (high - low) / step > 4 ? 2 : 1;
            for (double multiple = Math.ceil(low / step); multiple * step <= high; multiple++) {
                candidates.add(Math.abs(multiple) * step);
            }
        }
        candidates.removeIf(value -> value < low || value > high);
        return candidates;
    }
}
