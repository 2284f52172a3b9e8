/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.process.Backend;
import dev.tuned.examples.beforeafter.process.Children;
import dev.tuned.examples.beforeafter.process.Launch;
import dev.tuned.examples.beforeafter.process.VariantProcess;
import dev.tuned.examples.beforeafter.scenario.Jvm;
import dev.tuned.examples.beforeafter.scenario.Side;
import dev.tuned.examples.beforeafter.scenario.Stage;
import dev.tuned.examples.beforeafter.scenario.Stages;
import dev.tuned.examples.beforeafter.scenario.StaticFiles;
import dev.tuned.examples.beforeafter.scenario.Trial;
import dev.tuned.examples.beforeafter.scenario.Variant;

/** A run from its plan to its last result. */
public final class Proof {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(90);

    private final RunRequest request;
    private final RunState state;
    private final RunListener listener;
    private final Children children;
    private final Path work;
    private final Path files;

    /**
     * Prepares a run.
     *
     * @param request what to do
     * @param state takes the results
     * @param listener is told how it goes
     * @param children takes the processes; closing it ends the run
     * @param work a directory for the files of the run
     * @throws IOException if the directory cannot be written to
     */
    public Proof(RunRequest request, RunState state, RunListener listener, Children children, Path work)
            throws IOException {
        this.request = request;
        this.state = state;
        this.listener = listener;
        this.children = children;
        this.work = work;
        this.files = Files.createDirectories(work.resolve("files"));
    }

    /**
     * Runs the plan.
     *
     * @throws IOException if a process fails; what has been measured by then is in the state
     */
    public void run() throws IOException, InterruptedException {
        List<Stage> stages = Stages.of(request.selection());
        for (StaticFiles asked : Stages.files(stages)) {
            asked.write(files);
        }
        Budget budget = new Budget(stages, request.selection().full(), request.seconds());
        listener.planned(PlanText.of(request, stages, budget.secondsToGo()));
        listener.progress("starting couchbase", budget.secondsToGo());
        Launch couchbase = Launch.jar("couchbase", request.java().java(), List.of(), jar(Variant.STOCK));
        try (Backend backend = Backend.start(couchbase, work.resolve("couchbase"), children)) {
            TrialRunner trials = new TrialRunner(request, state, listener, backend, budget);
            for (int number = 0; number < stages.size(); number++) {
                run(stages.get(number), work.resolve("stage-" + (number + 1)), backend, trials, budget);
            }
        }
        state.finished();
    }

    private void run(Stage stage, Path directory, Backend backend, TrialRunner trials, Budget budget)
            throws IOException, InterruptedException {
        List<RunningSide> running = new ArrayList<>();
        int completed = state.completed();
        long begin = System.nanoTime();
        try {
            listener.progress("starting " + stage.sides().size() + " processes", budget.secondsToGo());
            for (Side side : stage.sides()) {
                running.add(
                        new RunningSide(side, start(side, stage.jvm(), directory.resolve(side.directory()), backend)));
            }
            for (RunningSide side : running) {
                side.process().awaitReady(START_TIMEOUT);
            }
            budget.started(running.size(), (System.nanoTime() - begin) / 1e9);
            boolean cold = true;
            for (Trial trial : stage.trials()) {
                List<RunningSide> sides = running.stream()
                        .filter(side -> trial.sides().contains(side.side()))
                        .toList();
                trials.run(trial, sides, cold);
                cold = false;
            }
            LogCheck log = LogCheck.of(running);
            close(running);
            Map<String, Long> lost = log.lost();
            state.amend(completed, result -> LogCheck.amend(result, lost));
        } finally {
            close(running);
        }
    }

    private static void close(List<RunningSide> sides) {
        sides.parallelStream().forEach(side -> side.process().close());
    }

    private VariantProcess start(Side side, Jvm jvm, Path directory, Backend backend) throws IOException {
        Launch launch = Launch.jar(side.name(), request.java().java(), flags(side, jvm), jar(side.variant()))
                .with(side.arguments())
                .with(List.of(
                        "--catalog.files-dir=" + files,
                        "--catalog.keep-uploads=false",
                        "--spring.couchbase.connection-string=" + backend.connectionString()));
        return VariantProcess.start(launch, directory, children);
    }

    private List<String> flags(Side side, Jvm jvm) {
        return Stream.concat(request.jvmFlags(jvm).stream(), side.jvmFlags().stream())
                .toList();
    }

    private Path jar(Variant variant) {
        return Objects.requireNonNull(request.jars().get(variant), variant.label());
    }
}
