/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

import dev.tuned.bench.result.Results;

/**
 * Measures slices of all services in turn, with the ruler between them. A slice during which the machine changes is
 * measured once more, and of both the steadier one counts; failures count in both. For one thread.
 */
final class SteadySlices {

    private final LongSupplier ruler;
    private double moved = 1;

    SteadySlices(LongSupplier ruler) {
        this.ruler = ruler;
    }

    /** A slice of each service, and the factor by which the ruler moved meanwhile. */
    private record Try(List<Meter.Slice> slices, double factor) {}

    /** Measures a slice of each service and counts it. */
    void measure(List<Meter> services, int number) throws IOException, InterruptedException {
        Try steadiest = once(services, number);
        if (steadiest.factor > Results.STEADY) {
            Try again = once(services, number);
            boolean steadier = again.factor < steadiest.factor;
            each(services, steadier ? steadiest : again, Meter::addErrors);
            steadiest = steadier ? again : steadiest;
        }
        moved = Math.max(moved, steadiest.factor);
        each(services, steadiest, Meter::add);
    }

    private static void each(List<Meter> services, Try one, BiConsumer<Meter, Meter.Slice> count) {
        for (int i = 0; i < services.size(); i++) {
            count.accept(services.get(i), one.slices.get(i));
        }
    }

    private Try once(List<Meter> services, int number) throws IOException, InterruptedException {
        List<Meter.Slice> slices = new ArrayList<>();
        long least = ruler.getAsLong();
        long greatest = least;
        for (Meter each : services) {
            slices.add(each.measure(number));
            long now = ruler.getAsLong();
            least = Math.min(least, now);
            greatest = Math.max(greatest, now);
        }
        return new Try(slices, (double) greatest / Math.max(1, least));
    }

    /** The factor by which the ruler moved at most during a slice that counts. */
    double moved() {
        return moved;
    }
}
