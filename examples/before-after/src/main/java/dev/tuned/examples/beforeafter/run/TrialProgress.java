/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.tuned.examples.beforeafter.result.Round;

/** What a trial has measured so far. */
final class TrialProgress {

    private final List<Round> rounds = new ArrayList<>();
    private Pace pace;
    private long warmUpRequests;
    private int repeats;
    private final Map<String, String> failures = new HashMap<>();

    TrialProgress(Pace pace) {
        this.pace = pace;
    }

    List<Round> rounds() {
        return rounds;
    }

    void add(Round round) {
        rounds.add(round);
    }

    Pace pace() {
        return pace;
    }

    void pace(Pace decided) {
        pace = decided;
    }

    long warmUpRequests() {
        return warmUpRequests;
    }

    void warmedUp(long requests) {
        warmUpRequests += requests;
    }

    /** A side that nothing is claimed of takes no part from here on. */
    void failed(String side, String why) {
        failures.put(side, why);
    }

    /** Why a side takes no part, or {@code null}. */
    @Nullable
    String failure(String side) {
        return failures.get(side);
    }

    int repeats() {
        return repeats;
    }

    void repeated() {
        repeats++;
    }
}
