/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.report.Axis.Span;
import dev.tuned.bench.report.Axis.Tick;
import dev.tuned.bench.report.Bar.ClaimedRange;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.MetricResult;

/**
 * One metric, launch by launch. The interval and what is claimed are drawn where they put the value after.
 *
 * @param label the metric
 * @param typicalBefore the typical value before
 * @param typicalAfter the typical value after
 * @param one where the typical value before lies
 * @param before one point per launch before, the first launch on top
 * @param after one point per launch after
 * @param interval the typical value before times the interval, or {@code null}
 * @param claim what is claimed, or {@code null}
 * @param ticks the axis
 * @param description the picture in words
 */
record LaunchPicture(
        String label,
        String typicalBefore,
        String typicalAfter,
        double one,
        List<Point> before,
        List<Point> after,
        @Nullable Span interval,
        @Nullable ClaimedRange claim,
        List<Tick> ticks,
        String description) {

    /** Beside the names and values on a phone. */
    private static final double MIN_WIDTH = 190;

    /** A launch, in percent. */
    record Point(double x, double y) {}

    static List<LaunchPicture> of(ComparisonResult comparison, List<ReportedRatio> ratios) {
        return ratios.stream()
                .flatMap(reported ->
                        Stream.ofNullable(reported.measured()).map(metric -> of(comparison, reported, metric)))
                .toList();
    }

    private static LaunchPicture of(ComparisonResult comparison, ReportedRatio reported, MetricResult metric) {
        double before = metric.before();
        List<Double> values = new ArrayList<>(metric.beforeLaunches());
        values.addAll(metric.afterLaunches());
        values.add(before);
        Stream.of(reported.low(), reported.high(), reported.bound())
                .flatMap(Stream::ofNullable)
                .forEach(ratio -> values.add(before * ratio));
        Axis axis = Axis.ofValues(values);
        return new LaunchPicture(
                metric.label(),
                Format.number(before),
                Format.number(metric.after()),
                axis.at(before),
                points(axis, metric.beforeLaunches()),
                points(axis, metric.afterLaunches()),
                axis.interval(reported, before),
                ClaimedRange.of(axis, reported, before),
                axis.ticksBelow(Format::number, MIN_WIDTH),
                metric.label() + " of each launch: " + comparison.before() + " " + list(metric.beforeLaunches()) + "; "
                        + comparison.after() + " " + list(metric.afterLaunches()));
    }

    private static List<Point> points(Axis axis, List<Double> launches) {
        return IntStream.range(0, launches.size())
                .mapToObj(launch -> new Point(
                        axis.at(launches.get(launch)), Format.position(15 + 50 * (launch + 0.5) / launches.size())))
                .toList();
    }

    private static String list(List<Double> launches) {
        return launches.stream().map(Format::number).collect(Collectors.joining(", "));
    }
}
