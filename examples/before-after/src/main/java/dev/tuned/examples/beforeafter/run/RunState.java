/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import dev.tuned.examples.beforeafter.result.Control;
import dev.tuned.examples.beforeafter.result.Machine;
import dev.tuned.examples.beforeafter.result.Outcome;
import dev.tuned.examples.beforeafter.result.Results;
import dev.tuned.examples.beforeafter.result.ScenarioResult;
import dev.tuned.examples.beforeafter.scenario.Scenarios;

/** What a run has come to so far. Thread-safe: the live page and Ctrl-C look at it while the run goes on. */
public final class RunState {

    private final Machine machine;
    private final @Nullable String commit;
    private final String command;
    private final Instant started = Instant.now();
    private final List<ScenarioResult> done = new ArrayList<>();
    private List<ScenarioResult> current = List.of();
    private @Nullable Control control;
    private @Nullable String problem;
    private @Nullable Instant ended;

    public RunState(Machine machine, @Nullable String commit, String command) {
        this.machine = machine;
        this.commit = commit;
        this.command = command;
    }

    /** Replaces what is known of the trial that is running. */
    synchronized void running(List<ScenarioResult> results) {
        current = List.copyOf(results);
    }

    synchronized void completed(List<ScenarioResult> results) {
        current = List.of();
        done.addAll(results);
    }

    /** Adds to results what only showed after their trial, from this index on. */
    synchronized void amend(int from, UnaryOperator<ScenarioResult> change) {
        done.subList(from, done.size()).replaceAll(change);
    }

    synchronized int completed() {
        return done.size();
    }

    synchronized void controlled(Control result) {
        control = result;
    }

    /** The run got through its plan. */
    synchronized void finished() {
        ended = Instant.now();
    }

    /** The run cannot go on; the first reason stays. */
    public synchronized void failed(String reason) {
        if (problem == null) {
            problem = reason;
        }
    }

    /** Whether the run has been told to stop. */
    synchronized boolean isStopped() {
        return problem != null;
    }

    /** The results so far. */
    public synchronized Results snapshot() {
        List<ScenarioResult> all = new ArrayList<>(done);
        all.addAll(current);
        all.sort(Comparator.comparingInt(result -> Scenarios.names().indexOf(result.name())));
        boolean finished = ended != null && problem == null;
        Duration took = Duration.between(started, ended == null ? Instant.now() : ended);
        return new Results(
                Results.SCHEMA,
                machine,
                commit,
                command,
                started.truncatedTo(ChronoUnit.SECONDS).toString(),
                took.toMillis() / 1000.0,
                finished,
                problem,
                control,
                List.copyOf(all),
                Outcome.ofRun(finished, control, all));
    }
}
