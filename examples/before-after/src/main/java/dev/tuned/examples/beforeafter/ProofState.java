/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.judge.Claims;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.RowResult;
import dev.tuned.bench.result.Secrets;
import dev.tuned.bench.run.CanFail;
import dev.tuned.bench.run.RunState;
import dev.tuned.examples.beforeafter.row.RowCounts;

/** What a run has counted and measured so far. Thread-safe. */
final class ProofState implements CanFail {

    private final Machine machine;
    private final @Nullable String commit;
    private final String command;
    private final Instant begun = Instant.now();
    private final List<RowResult> played = new ArrayList<>();
    private @Nullable RowCounts playing;
    private @Nullable RunState workloads;
    private @Nullable Instant ended;
    private @Nullable String problem = "not finished";

    ProofState(Machine machine, @Nullable String commit, String command) {
        this.machine = machine;
        this.commit = commit;
        this.command = command;
    }

    /** A row begins. */
    synchronized void playing(RowCounts row) {
        playing = row;
    }

    /** A row has ended, or was played by an earlier run. */
    synchronized void played(RowResult row) {
        playing = null;
        played.add(row);
    }

    /** The workloads begin, after the rows. */
    synchronized void measuring(RunState run) {
        workloads = run;
    }

    synchronized void finished() {
        ended = Instant.now();
        problem = null;
    }

    @Override
    public synchronized void failed(String reason) {
        if (ended == null) {
            ended = Instant.now();
            problem = Secrets.concealed(reason);
            if (workloads != null) {
                workloads.failed(reason);
            }
        }
    }

    /** The results so far, judged. */
    synchronized Results results(Claims claims) {
        List<RowResult> rows = new ArrayList<>(played);
        if (playing != null) {
            rows.add(playing.result());
        }
        Instant end = ended == null ? Instant.now() : ended;
        Results ofRows = new Results(
                Results.SCHEMA,
                machine,
                commit,
                command,
                begun.truncatedTo(ChronoUnit.SECONDS).toString(),
                Duration.between(begun, end).toMillis() / 1000.0,
                problem,
                outcome(rows),
                sentence(rows),
                null,
                List.of(),
                Map.of(),
                List.of(),
                rows,
                null);
        return workloads == null ? ofRows : together(ofRows, claims.judge(workloads.plan(), workloads.snapshot()));
    }

    /** Workloads after rows, which may be none: the first of the two that did not go well decides. */
    private static Results together(Results rows, Results measured) {
        boolean rowsDecide = !rows.rows().isEmpty()
                && (rows.outcome().exitCode() != 0 || measured.outcome().exitCode() == 0);
        return new Results(
                Results.SCHEMA,
                measured.machine(),
                measured.commit(),
                measured.command(),
                rows.started(),
                rows.seconds(),
                rows.problem() == null ? measured.problem() : rows.problem(),
                rowsDecide ? rows.outcome() : measured.outcome(),
                rows.rows().isEmpty() ? measured.sentence() : rows.sentence() + "; " + measured.sentence(),
                measured.control(),
                measured.comparisons(),
                measured.settings(),
                measured.measurements(),
                rows.rows(),
                measured.growth());
    }

    private Outcome outcome(List<RowResult> rows) {
        if (problem != null) {
            return Outcome.INVALID;
        }
        if (!rows.stream().allMatch(RowResult::held)) {
            return Outcome.REFUTED;
        }
        return rows.stream().anyMatch(RowResult::beyondProperties) ? Outcome.CONFIRMED : Outcome.INCONCLUSIVE;
    }

    private String sentence(List<RowResult> rows) {
        if (problem != null) {
            return "invalid run: " + problem;
        }
        String others = rows.stream()
                .filter(row -> !row.beyondProperties())
                .map(row -> row.name() + " " + row.verdict())
                .collect(Collectors.joining("; "));
        long beyond = rows.stream().filter(RowResult::beyondProperties).count();
        return "%d of %d rows held%s%s"
                .formatted(
                        beyond,
                        rows.size(),
                        beyond == 0 ? "" : ", and by no property",
                        others.isEmpty() ? "" : "; " + others);
    }
}
