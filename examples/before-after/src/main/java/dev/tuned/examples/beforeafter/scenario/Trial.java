/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * One workload, put on several sides in turn.
 *
 * @param scenario what is sent
 * @param comparisons what is compared; the first has the baseline of most
 * @param control the comparison of the baseline with its control, or {@code null} where there is none
 */
public record Trial(
        Scenario scenario,
        List<Comparison> comparisons,
        @Nullable Comparison control) {

    /** The sides that take part, the baseline first. */
    public List<Side> sides() {
        return Stream.concat(Stream.ofNullable(control), comparisons.stream())
                .flatMap(comparison -> Stream.of(comparison.baseline(), comparison.candidate()))
                .distinct()
                .toList();
    }

    /** The sides whose comparison claims something, and the baseline: these get exactly equal numbers of requests. */
    public List<Side> claimedSides() {
        List<Comparison> claimed =
                comparisons.stream().filter(each -> !each.claims().isEmpty()).toList();
        List<Side> sides = (claimed.isEmpty() ? comparisons : claimed)
                .stream()
                        .flatMap(comparison -> Stream.of(comparison.baseline(), comparison.candidate()))
                        .distinct()
                        .toList();
        return control == null
                ? sides
                : Stream.concat(sides.stream(), Stream.of(control.candidate())).toList();
    }
}
