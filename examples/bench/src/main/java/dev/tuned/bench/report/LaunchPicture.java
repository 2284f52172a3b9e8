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
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.MetricResult;

/** One metric, launch by launch. The interval and what is claimed are drawn where they put the value after. */
record LaunchPicture(ComparisonResult comparison, ReportedRatio reported, MetricResult metric, Axis axis) {

    /** Beside the names and values on a phone. */
    private static final double MIN_WIDTH = 190;

    /** A launch, in percent. */
    record Point(double x, double y) {}

    /** The range that keeps a bound, from there to the end of the picture. */
    record Claimed(Span range, double bound) {}

    static Stream<LaunchPicture> of(ComparisonResult comparison, ReportedRatio reported) {
        return Stream.ofNullable(reported.measured()).map(metric -> {
            List<Double> values = new ArrayList<>(metric.beforeLaunches());
            values.addAll(metric.afterLaunches());
            values.add(metric.before());
            Stream.of(reported.low(), reported.high(), reported.bound())
                    .flatMap(Stream::ofNullable)
                    .forEach(ratio -> values.add(metric.before() * ratio));
            return new LaunchPicture(comparison, reported, metric, Axis.ofValues(values));
        });
    }

    String typicalBefore() {
        return Format.number(metric.before());
    }

    String typicalAfter() {
        return Format.number(metric.after());
    }

    /** Where a ratio puts the value after; the ratio 1 is the typical value before. */
    private double at(double ratio) {
        return axis.at(metric.before() * ratio);
    }

    double one() {
        return at(1);
    }

    /** A point per launch, the first launch on top. */
    List<Point> before() {
        return points(metric.beforeLaunches());
    }

    List<Point> after() {
        return points(metric.afterLaunches());
    }

    private List<Point> points(List<Double> launches) {
        return IntStream.range(0, launches.size())
                .mapToObj(launch -> new Point(
                        axis.at(launches.get(launch)), Format.position(15 + 50 * (launch + 0.5) / launches.size())))
                .toList();
    }

    @Nullable
    Span interval() {
        return reported.low() == null || reported.high() == null
                ? null
                : new Span(at(reported.low()), at(reported.high()));
    }

    @Nullable
    Claimed claim() {
        if (reported.bound() == null) {
            return null;
        }
        double bound = at(reported.bound());
        return new Claimed(metric.higherIsBetter() ? new Span(bound, 100) : new Span(0, bound), bound);
    }

    List<Tick> ticks() {
        return axis.ticksBelow(MIN_WIDTH);
    }

    /** The picture in words. */
    String description() {
        return metric.label() + " of each launch: " + comparison.before() + " " + list(metric.beforeLaunches()) + "; "
                + comparison.after() + " " + list(metric.afterLaunches());
    }

    private static String list(List<Double> launches) {
        return launches.stream().map(Format::number).collect(Collectors.joining(", "));
    }
}
