/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The known differences of one part on one JDK, and which of them occurred. Not thread-safe. */
final class Expected {

    private final List<KnownDifferences.Known> known;
    private final Set<String> occurred = new HashSet<>();

    Expected(List<KnownDifferences.Known> known) {
        this.known = known;
    }

    /** The cases that have an entry by their own name and belong to {@code scenario}. */
    Set<String> namesOf(String scenario) {
        return known.stream()
                .filter(entry -> !entry.isPattern() && entry.name().startsWith(scenario))
                .map(KnownDifferences.Known::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Those of {@code aspects} that no entry of the case names. */
    Set<String> unknown(String name, Set<String> aspects) {
        Set<String> unknown = new TreeSet<>(aspects);
        for (KnownDifferences.Known entry : known) {
            if (entry.matches(name)) {
                for (String pattern : entry.aspects()) {
                    if (unknown.removeIf(aspect -> covers(pattern, aspect))) {
                        occurred.add(entry.name() + ": " + pattern);
                    }
                }
            }
        }
        return unknown;
    }

    /** What entries of this very case name, and {@code aspects} has not. */
    Set<String> gone(String name, Set<String> aspects) {
        return known.stream()
                .filter(entry -> !entry.isPattern() && entry.matches(name))
                .flatMap(entry -> entry.aspects().stream())
                .filter(pattern -> aspects.stream().noneMatch(aspect -> covers(pattern, aspect)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What entries for several scenarios name, and none of those that were played had. */
    List<String> neverOccurred() {
        List<String> never = new ArrayList<>();
        for (KnownDifferences.Known entry : known) {
            if (entry.isPattern()) {
                entry.aspects().stream()
                        .map(pattern -> entry.name() + ": " + pattern)
                        .filter(difference -> !occurred.contains(difference))
                        .forEach(never::add);
            }
        }
        return never;
    }

    private static boolean covers(String pattern, String aspect) {
        return pattern.endsWith("*")
                ? aspect.startsWith(pattern.substring(0, pattern.length() - 1))
                : aspect.equals(pattern);
    }
}
