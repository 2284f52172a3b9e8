/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

import org.apache.commons.statistics.descriptive.Median;

/**
 * The CPU time per request of a launch, from that of its slices, in which all services had the same requests. In some
 * slices the JVM throws compiled code away, and a request costs up to twice as much until it is compiled again; each
 * service meets that in another slice, or never. So the first service's time is the median of its slices; another's is
 * the first's times the median of their ratios, slice by slice. Work that falls into fewer than half of a service's
 * slices is not in it.
 *
 * @param first the slices of the service that the others are set in relation to, in microseconds; empty if its process
 *     is not known
 */
record SliceCpu(List<Double> first) {

    /** The CPU time per request of a service by its slices; empty where it is not known. */
    OptionalDouble perRequest(List<Double> slices) {
        OptionalDouble ratio = median(IntStream.range(0, Math.min(slices.size(), first.size()))
                .filter(slice -> first.get(slice) > 0)
                .mapToDouble(slice -> slices.get(slice) / first.get(slice)));
        return ratio.isEmpty()
                ? median(values(slices))
                : OptionalDouble.of(ratio.getAsDouble() * median(values(first)).orElseThrow());
    }

    private static DoubleStream values(List<Double> slices) {
        return slices.stream().mapToDouble(each -> each);
    }

    private static OptionalDouble median(DoubleStream values) {
        double[] all = values.toArray();
        return all.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Median.withDefaults().evaluate(all));
    }
}
