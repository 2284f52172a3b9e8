/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The CPU time per request of a launch, from that of its slices, in which all services had the same requests. In a slice in
 * which compiled code is thrown away, and what replaces it is not compiled yet, a request costs up to twice as much; it comes
 * to each service in another slice, or to none. So a service's time is the median of what its slices cost in relation to the
 * other services', at the mean level of all slices. What comes to fewer than half of a service's slices is not in it.
 */
final class SliceCpu {

    private final double[] typical;

    /**
     * From all services of a workload.
     *
     * @param services the slices of each, in microseconds; empty for one whose process is not known
     */
    SliceCpu(List<List<Double>> services) {
        List<List<Double>> known =
                services.stream().filter(slices -> !slices.isEmpty()).toList();
        int slices = known.isEmpty() ? 0 : known.get(0).size();
        typical = IntStream.range(0, slices)
                .mapToDouble(slice -> median(known.stream()
                        .mapToDouble(service -> service.get(slice))
                        .toArray()))
                .toArray();
    }

    /** What a request cost one of the services; empty where it is not known. */
    OptionalDouble perRequest(List<Double> slices) {
        if (slices.isEmpty()) {
            return OptionalDouble.empty();
        }
        double[] relative = IntStream.range(0, typical.length)
                .filter(slice -> typical[slice] > 0)
                .mapToDouble(slice -> slices.get(slice) / typical[slice])
                .toArray();
        double level = IntStream.range(0, typical.length)
                .mapToDouble(slice -> typical[slice])
                .average()
                .orElseThrow();
        return OptionalDouble.of(relative.length == 0 ? level : median(relative) * level);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
