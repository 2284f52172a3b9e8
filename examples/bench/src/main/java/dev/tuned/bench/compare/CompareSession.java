/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.judge.Changes;
import dev.tuned.bench.judge.Judgement;
import dev.tuned.bench.judge.Judgements;
import dev.tuned.bench.methods.MethodSearch;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.report.Page;
import dev.tuned.bench.result.Growth;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;
import dev.tuned.bench.run.Comparison;
import dev.tuned.bench.run.Environment;
import dev.tuned.bench.run.Experiment;
import dev.tuned.bench.run.Plan;
import dev.tuned.bench.run.Run;
import dev.tuned.bench.run.RunState;
import dev.tuned.bench.run.Session;
import dev.tuned.bench.run.SideBySide;
import dev.tuned.bench.run.Site;
import dev.tuned.bench.statistics.Claim;

/** Compares two services. A metric that looks worse is measured again before it is called worse. */
public final class CompareSession extends Session {

    /** The second measurement of what is worse has a launch for every three of the first. */
    private static final int AGAIN = 3;

    /** Methods that grew show in services that are not warm yet. */
    private static final Duration BEFORE_LOOKING = Duration.ofSeconds(20);

    /** The warm-up of a rough run, which takes half a minute in all. */
    private static final Duration ROUGHLY = Duration.ofSeconds(10);

    private final CompareTask task;

    /** One for the whole run: it asks for other values in each round and slice. */
    private final RecordedWorkload workload;

    private volatile @Nullable Growth growth;

    public CompareSession(CompareTask task) {
        this.task = task;
        this.workload = task.load().workload(task.requests(), task.compared());
    }

    @Override
    protected void measure(Path work) throws IOException, InterruptedException {
        Variant after = after(work);
        Plan plan = task.rough() ? roughPlan(after) : plan(task.launches(), after, true);
        Machine machine = Machine.here(
                CompareTask.javas(task.before(), after), task.before().jvmFlags());
        RunState state = new RunState(plan, machine, null, task.command(), null);
        begun(state);
        run(plan, state, work);
        if (task.rough()) {
            return;
        }
        measureAgain(state, after, work);
        Judgements worse =
                changes().judge(state.plan(), state.snapshot()).judgements().worse();
        if (task.methods().equals("always") || (task.methods().equals("worse") && !worse.isEmpty())) {
            look(after, work, worse);
        }
    }

    /** Measures again what is worse, and with as many launches as before what may be. */
    private void measureAgain(RunState state, Variant after, Path work) throws IOException, InterruptedException {
        Results measured = state.snapshot();
        Judgements first = changes().first(state.plan(), measured);
        Judgements worse = first.worse();
        Optional<Judgement> undecided = first.undecided();
        if (worse.isEmpty() && undecided.isEmpty()) {
            return;
        }
        int further = worse.isEmpty() ? task.launches() : Math.max(1, task.launches() / AGAIN);
        progress()
                .announced("measuring again, with " + further + (further == 1 ? " launch: " : " launches: ")
                        + (worse.isEmpty() ? "undecided: " + undecided.get().named() : worse.inFewWords()));
        // A wide control may be why it is undecided.
        run(plan(task.launches() + further, after, worse.isEmpty()), state, work);
    }

    private Changes changes() {
        return new Changes(task.accepted(), task.launches(), task.baseline());
    }

    private void run(Plan plan, RunState state, Path work) throws IOException, InterruptedException {
        new Run(plan, state, site(work)).run();
    }

    private Site site(Path work) {
        return new Site(Environment.NONE, progress(), children(), work);
    }

    /** Looks which methods grew, in another launch of both services that is not measured. */
    private void look(Variant after, Path work, Judgements worse) throws IOException, InterruptedException {
        if (!hasProcess(task.before()) || !hasProcess(after)) {
            progress().announced("which methods grew is not looked for: it takes the processes of both services");
            return;
        }
        progress()
                .announced((worse.isEmpty() ? "" : worse.inFewWords() + "; ")
                        + "looking which methods grew, by flight recordings of both");
        List<Path> jars = Stream.of(task.before(), after)
                .filter(each -> each.running() == null)
                .map(Variant::jar)
                .toList();
        ServiceLoad load = task.load().warmedUpWithin(BEFORE_LOOKING);
        Plan plan = plan(1, MethodSearch.sampled(task.before()), MethodSearch.sampled(after), load, false);
        Site site = site(Files.createDirectories(work.resolve("methods")));
        try (SideBySide services = new SideBySide(plan.experiments().get(0), 1, site)) {
            progress().progress("starting both services", 0);
            services.start(plan);
            progress().progress("warming up", 0);
            services.warmUp(plan.warmUp());
            progress().progress("recording", 0);
            growth = new MethodSearch(workload, jars, worse.keys())
                    .between(services.services().get(0), services.services().get(1));
        } catch (IOException ex) {
            // The verdict stands without it.
            progress().announced("which methods grew could not be seen: " + ex.getMessage());
        }
    }

    private static boolean hasProcess(Variant variant) {
        return variant.running() == null || variant.running().pid() != null;
    }

    private Variant after(Path work) throws IOException {
        Variant after = task.after();
        if (task.added().isEmpty()) {
            return after;
        }
        Path copy = work.resolve("after-" + after.jar().getFileName());
        new StarterJars().add(after.jar(), task.added(), copy);
        return new Variant(after.name(), copy, after.arguments(), after.jvmFlags(), after.java(), null);
    }

    private Plan plan(int launches, Variant after, boolean withControl) {
        return plan(launches, task.before(), after, task.load(), withControl);
    }

    private Plan roughPlan(Variant after) {
        ServiceLoad load = task.load().warmedUpWithin(ROUGHLY);
        return plan(1, task.before(), after, load, false);
    }

    private Plan plan(int launches, Variant before, Variant after, ServiceLoad load, boolean withControl) {
        Comparison comparison = Comparison.of("compare", workload, before.name(), after.name());
        if (!task.claims().isEmpty()) {
            comparison = comparison.claiming(task.claims().toArray(Claim.Condition[]::new));
        }
        Experiment experiment = new Experiment("compare", List.of(before, after), List.of(comparison), withControl);
        return new Plan(
                List.of(experiment), launches, load.warmUp(), load.ready(), load.readyWithin(), task.settings());
    }

    @Override
    protected Outcome write(RunState measured) throws IOException {
        Results unjudged = measured.snapshot();
        Changes.Judged judged = task.rough()
                ? changes().rough(measured.plan(), unjudged)
                : changes().judge(measured.plan(), unjudged);
        Results results = judged.results().explained(growth);
        write(new CompareReport(results, judged.judgements(), judged.since()));
        return results.outcome();
    }

    private void write(CompareReport report) throws IOException {
        Results results = report.results();
        if (results.problem() != null) {
            System.err.println("stopped: " + results.problem());
        }
        System.out.print(report.text());
        ResultsFile.writeIfAsked(task.files().json(), () -> ResultsFile.toJson(results));
        ResultsFile.writeIfAsked(task.files().html(), () -> Page.of(results).html());
        ResultsFile.writeIfAsked(task.files().markdown(), report::markdown);
        ResultsFile.writeIfAsked(task.files().junit(), report::junit);
    }
}
