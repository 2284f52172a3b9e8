/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.Measurement;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.RowResult;
import dev.tuned.bench.result.Secrets;

/** What was measured and counted in a run so far. Thread-safe: Ctrl-C reads it while the run goes on. */
public final class RunState {

    private static final String NOT_FINISHED = "not finished";

    private final Plan plan;
    private final Machine machine;
    private final @Nullable String commit;
    private final String command;
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<Supplier<RowResult>> rows = new ArrayList<>();
    private final Instant begun = Instant.now();
    private final @Nullable Results earlier;
    private @Nullable String problem = NOT_FINISHED;
    private @Nullable Instant ended;

    /**
     * Creates the state of a run that begins or goes on.
     *
     * @param earlier an interrupted run of the same plan to go on with, or {@code null}
     */
    public RunState(Plan plan, Machine machine, @Nullable String commit, String command, @Nullable Results earlier) {
        this.plan = plan;
        this.machine = machine;
        this.commit = commit;
        this.command = command;
        this.earlier = earlier;
        if (earlier != null) {
            measurements.addAll(earlier.measurements());
        }
    }

    synchronized boolean hasLaunch(String experiment, int launch) {
        return measurements.stream().anyMatch(each -> each.experiment().equals(experiment) && each.launch() == launch);
    }

    /** Adds the measurements of a whole launch. */
    synchronized void add(List<Measurement> launch) {
        measurements.addAll(launch);
    }

    /** Adds a row that is about to be played, by what was counted in it so far. */
    public synchronized void add(Supplier<RowResult> row) {
        rows.add(row);
    }

    /** The run begins, or goes on after its end, and can fail until it ends again. */
    synchronized void begun() {
        if (ended != null) {
            ended = null;
            problem = NOT_FINISHED;
        }
    }

    /** The run came to its end. */
    public synchronized void finished() {
        ended = Instant.now();
        problem = null;
    }

    /** It cannot go on. The first reason counts, which may quote a log or an answer. */
    public synchronized void failed(String reason) {
        if (ended == null && NOT_FINISHED.equals(problem)) {
            problem = Secrets.concealed(reason);
        }
    }

    /** The plan that the run began with. */
    public Plan plan() {
        return plan;
    }

    /** What was measured so far, without a verdict. */
    public synchronized Results snapshot() {
        Instant end = ended == null ? Instant.now() : ended;
        double before = earlier == null ? 0 : earlier.seconds();
        return new Results(
                Results.SCHEMA,
                machine,
                commit,
                command,
                earlier == null ? begun.truncatedTo(ChronoUnit.SECONDS).toString() : earlier.started(),
                before + Duration.between(begun, end).toMillis() / 1000.0,
                problem,
                Outcome.INVALID,
                "",
                null,
                List.of(),
                plan.settings(),
                List.copyOf(measurements),
                rows.stream().map(Supplier::get).toList(),
                null);
    }
}
