/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

import dev.tuned.bench.result.Results;

/**
 * Measures slices of all services in turn, with the ruler between them. A slice during which the machine changes is
 * measured again, some times in a launch; then it counts as it is. For one thread.
 */
final class SteadySlices {

    private static final int MAX_REPEATS = 4;

    private final LongSupplier ruler;
    private int repeats;
    private double moved = 1;

    SteadySlices(LongSupplier ruler) {
        this.ruler = ruler;
    }

    /** Measures a slice of each service and counts it. */
    void measure(List<Meter> services, int number) throws IOException, InterruptedException {
        while (true) {
            List<Meter.Slice> slices = new ArrayList<>();
            long least = ruler.getAsLong();
            long greatest = least;
            for (Meter each : services) {
                slices.add(each.measure(number));
                long now = ruler.getAsLong();
                least = Math.min(least, now);
                greatest = Math.max(greatest, now);
            }
            double factor = (double) greatest / Math.max(1, least);
            if (factor <= Results.STEADY || repeats == MAX_REPEATS) {
                moved = Math.max(moved, factor);
                for (int i = 0; i < slices.size(); i++) {
                    services.get(i).add(slices.get(i));
                }
                return;
            }
            repeats++;
        }
    }

    /** The factor by which the ruler moved at most during a slice that counts. */
    double moved() {
        return moved;
    }
}
