/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.util.ArrayList;
import java.util.List;

import dev.tuned.examples.beforeafter.result.Round;

/** What a trial has measured so far. */
final class TrialProgress {

    private final List<Round> rounds = new ArrayList<>();
    private Pace pace;
    private long warmUpRequests;
    private int repeats;

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

    int repeats() {
        return repeats;
    }

    void repeated() {
        repeats++;
    }
}
