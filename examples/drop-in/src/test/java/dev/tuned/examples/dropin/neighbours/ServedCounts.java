/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.tuned.examples.dropin.Starter;

/**
 * How often each starter served, by its own meters.
 *
 * @param counts by starter; without an entry where the application has no such meter
 */
record ServedCounts(Map<Starter, Long> counts) {

    /** Adds up the samples of each counter in what Prometheus gets. */
    static ServedCounts of(String scraped, Map<Starter, String> counters) {
        Map<Starter, Long> counts = new EnumMap<>(Starter.class);
        counters.forEach((starter, counter) -> scraped.lines()
                .filter(line -> line.startsWith(counter + "{") || line.startsWith(counter + " "))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .forEach(value -> counts.merge(starter, value, Long::sum)));
        return new ServedCounts(counts);
    }

    /** Requires that the starters served but for {@code leftToStock}, which did not; without any of them nothing is required. */
    ServedCounts require(Set<Starter> starters, Set<Starter> leftToStock) {
        for (Starter starter : counts.isEmpty() ? Set.<Starter>of() : starters) {
            boolean served = counts.getOrDefault(starter, 0L) > 0;
            if (served == leftToStock.contains(starter)) {
                throw new AssertionError("the " + starter + " starter "
                        + (served ? "served, and stock's way was expected: " : "did not serve: ") + counts);
            }
        }
        return this;
    }

    @Override
    public String toString() {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey().name().toLowerCase(Locale.ROOT) + " "
                        + (entry.getValue() == 0 ? "by stock" : entry.getValue() + " times"))
                .collect(Collectors.joining(", "));
    }
}
