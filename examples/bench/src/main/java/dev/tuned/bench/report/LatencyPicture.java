/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.report.Axis.Tick;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.Latency;
import dev.tuned.bench.result.Latency.Point;

/**
 * The distribution of the latencies of both variants: percentiles to the right, each nine as wide as the one before it,
 * and logarithms of milliseconds upwards, in the units of the picture.
 *
 * @param before the line of the variant before; empty where it has none
 * @param after the line of the variant after
 * @param percentiles the axis to the right
 * @param millis the axis upwards
 */
record LatencyPicture(String before, String after, List<Tick> percentiles, List<Tick> millis) {

    private static final double LEFT = 52;
    private static final double WIDTH = 362;
    private static final double TOP = 10;
    private static final double HEIGHT = 140;

    /** The picture, or {@code null} where no latencies were recorded. */
    static @Nullable LatencyPicture of(ComparisonResult comparison) {
        List<Point> points = Stream.of(comparison.latencyBefore(), comparison.latencyAfter())
                .filter(Objects::nonNull)
                .flatMap(LatencyPicture::drawable)
                .toList();
        if (points.isEmpty()) {
            return null;
        }
        double end = points.stream()
                .mapToDouble(point -> nines(point.percentile()))
                .max()
                .orElse(2);
        Axis nines = new Axis(0, Math.max(2, end), false);
        Axis millis = Axis.ofValues(points.stream().map(Point::millis).toList());
        return new LatencyPicture(
                line(nines, millis, comparison.latencyBefore()),
                line(nines, millis, comparison.latencyAfter()),
                DoubleStream.of(50, 90, 99, 99.9, 99.99, 99.999)
                        .filter(percentile -> nines(percentile) <= nines.high())
                        .mapToObj(percentile -> new Tick(x(nines, percentile), ("p" + percentile).replace(".0", "")))
                        .toList(),
                millis.ticksBeside().stream()
                        .map(tick -> new Tick(y(tick.at()), tick.text()))
                        .toList());
    }

    /** The hundredth percentile is infinitely far to the right. */
    private static Stream<Point> drawable(Latency latency) {
        return latency.points().stream().filter(point -> point.percentile() < 100 && point.millis() > 0);
    }

    private static double nines(double percentile) {
        return -Math.log10(1 - percentile / 100);
    }

    private static String line(Axis nines, Axis millis, @Nullable Latency latency) {
        return latency == null
                ? ""
                : drawable(latency)
                        .map(point -> x(nines, point.percentile()) + "," + y(millis.at(point.millis())))
                        .collect(Collectors.joining(" "));
    }

    private static double x(Axis nines, double percentile) {
        return Format.position(LEFT + WIDTH * nines.at(nines(percentile)) / 100);
    }

    private static double y(double percent) {
        return Format.position(TOP + HEIGHT * (100 - percent) / 100);
    }
}
