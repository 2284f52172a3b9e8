/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.tuned.examples.beforeafter.process.Backend;
import dev.tuned.examples.beforeafter.result.Outcome;
import dev.tuned.examples.beforeafter.result.Round;
import dev.tuned.examples.beforeafter.result.ScenarioResult;
import dev.tuned.examples.beforeafter.scenario.Side;
import dev.tuned.examples.beforeafter.scenario.Trial;
import dev.tuned.examples.beforeafter.scenario.Wire;

/** Runs one trial: answers, warm-up, calibration, rounds with the order of sides turned round each time. */
final class TrialRunner {

    private static final double WARM_UP_SHARE = 0.35;
    private static final double FIRST_WARM_UP_SHARE = 0.65;
    private static final double QUICK_CPU_SECONDS = 1;
    private static final double FULL_CPU_SECONDS = 2;

    /** A machine that got busier after the calibration costs rounds, down to this many. */
    private static final int LEAST_ROUNDS = 4;

    private static final double MAX_JITTER_MILLIS = 100;

    private final RunRequest request;
    private final RunState state;
    private final RunListener listener;
    private final Backend backend;
    private final Meter meter;
    private final Budget budget;

    TrialRunner(RunRequest request, RunState state, RunListener listener, Backend backend, Budget budget) {
        this.request = request;
        this.state = state;
        this.listener = listener;
        this.backend = backend;
        this.meter = new Meter(backend);
        this.budget = budget;
    }

    /** Runs the trial and adds what it came to, void or not; {@code cold} where the processes have served nothing yet. */
    void run(Trial trial, List<RunningSide> sides, boolean cold) throws IOException, InterruptedException {
        Integer connections = request.connections();
        boolean outages = trial.scenario().wire() == Wire.CUT;
        Double rate = request.rate() != null ? request.rate() : trial.scenario().rate();
        TrialProgress progress = new TrialProgress(
                new Pace(connections != null ? connections : trial.scenario().connections(), rate != null, rate));
        try {
            backend.delay(trial.scenario().wire().delayMillis());
            if (outages) {
                measureOutages(trial, sides, progress);
            } else {
                measure(trial, sides, progress, cold);
            }
            complete(trial, progress, null, null);
        } catch (VoidTrialException ex) {
            complete(trial, progress, ex.getMessage(), Outcome.VOID);
        } catch (IOException ex) {
            boolean interrupted = state.isStopped();
            complete(
                    trial,
                    progress,
                    interrupted ? "interrupted" : "a process failed",
                    interrupted ? Outcome.INCONCLUSIVE : Outcome.VOID);
            throw ex;
        }
    }

    private void complete(Trial trial, TrialProgress progress, @Nullable String problem, @Nullable String verdict) {
        if (trial.control() != null) {
            Evaluation.control(trial.control(), progress).ifPresent(state::controlled);
        }
        List<ScenarioResult> results = evaluate(trial, progress, problem, verdict);
        state.completed(results);
        results.forEach(listener::measured);
    }

    private List<ScenarioResult> evaluate(
            Trial trial, TrialProgress progress, @Nullable String problem, @Nullable String verdict) {
        String flags = String.join(" ", request.jvmFlags(trial.scenario().jvm()));
        return trial.comparisons().stream()
                .map(comparison -> {
                    String failure = progress.failure(comparison.candidate().name());
                    return Evaluation.of(
                            comparison,
                            trial.scenario(),
                            flags,
                            progress,
                            failure != null ? failure : problem,
                            failure != null ? Outcome.FAILED : verdict);
                })
                .toList();
    }

    private void measure(Trial trial, List<RunningSide> started, TrialProgress progress, boolean cold)
            throws IOException, InterruptedException, VoidTrialException {
        String name = trial.scenario().name();
        double begin = System.nanoTime() / 1e9;
        double seconds = budget.take(started.size(), cold, trial.scenario().jvm());
        listener.progress(name + ": checking answers", budget.secondsToGo());
        Set<String> equal = trial.claimedSides().stream().map(Side::name).collect(Collectors.toSet());
        List<RunningSide> sides = AnswerChecker.check(trial.scenario().workload(), started, equal, progress);
        listener.progress(name + ": warming up", budget.secondsToGo());
        double warmUp = seconds * (cold ? FIRST_WARM_UP_SHARE : WARM_UP_SHARE);
        Map<String, Round> observed = new WarmUp(meter, trial, progress).run(sides, equal, warmUp);
        if (trial.scenario().waitMillis() == null) {
            progress.pace(progress.pace().sparingTheClient(observed.values()));
        }
        RoundPlan plan = RoundPlan.of(
                observed,
                equal,
                progress.pace(),
                request.selection().full() ? FULL_CPU_SECONDS : QUICK_CPU_SECONDS,
                seconds - (System.nanoTime() / 1e9 - begin),
                request.rounds());
        List<RunningSide> order = new ArrayList<>(sides);
        for (int round = 1; round <= plan.rounds(); round++) {
            listener.progress(name + ": round " + round + " of " + plan.rounds(), budget.secondsToGo());
            for (RunningSide side : order) {
                progress.add(undisturbed(trial, round, side, progress, plan));
            }
            Collections.reverse(order);
            boolean overdue = System.nanoTime() / 1e9 - begin > seconds;
            if (overdue && request.rounds() == null && round >= LEAST_ROUNDS && round % 2 == 0) {
                return;
            }
            state.running(evaluate(trial, progress, "not finished", Outcome.INCONCLUSIVE));
        }
    }

    private void measureOutages(Trial trial, List<RunningSide> started, TrialProgress progress)
            throws IOException, InterruptedException, VoidTrialException {
        String name = trial.scenario().name();
        try (Outages outages = Outages.begin(backend, progress.pace())) {
            listener.progress(name + ": checking answers", budget.secondsToGo());
            Set<String> claimed = trial.claimedSides().stream().map(Side::name).collect(Collectors.toSet());
            List<RunningSide> sides = AnswerChecker.check(trial.scenario().workload(), started, claimed, progress);
            listener.progress(name + ": warming up", budget.secondsToGo());
            progress.warmedUp(outages.warmUp(sides));
            int rounds = budget.outages(request.rounds());
            for (int round = 1; round <= rounds; round++) {
                listener.progress(name + ": outage " + round + " of " + rounds, budget.secondsToGo());
                outages.round(round, sides).forEach(progress::add);
                state.running(evaluate(trial, progress, "not finished", Outcome.INCONCLUSIVE));
            }
            budget.outagesOver();
        }
    }

    /** Measures a side, again where the client was held up; as many repeats as rounds are allowed in all. */
    private Round undisturbed(Trial trial, int number, RunningSide side, TrialProgress progress, RoundPlan plan)
            throws IOException, InterruptedException, VoidTrialException {
        long requests = plan.requests().getOrDefault(side.name(), 0L);
        while (true) {
            Round round = meter.measure(
                    number, side, trial.scenario(), number, progress.pace().load(requests));
            boolean heldUp = round.clientJitterMs() > MAX_JITTER_MILLIS;
            boolean overloaded = round.clientCoreShare() > Pace.MAX_CLIENT_SHARE;
            if (!heldUp && !overloaded) {
                return round;
            }
            if (progress.repeats() == plan.rounds()) {
                throw new VoidTrialException(
                        heldUp
                                ? "the load client was held up for " + Math.round(round.clientJitterMs())
                                        + " ms: the machine is too busy to measure on"
                                : "the load client used " + Math.round(100 * round.clientCoreShare())
                                        + " % of a core: it may be what limits the result; try fewer --connections"
                                        + " or a --rate");
            }
            progress.repeated();
        }
    }
}
