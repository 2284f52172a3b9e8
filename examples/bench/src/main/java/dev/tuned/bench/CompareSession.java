/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

import dev.tuned.bench.compare.Agreement;
import dev.tuned.bench.compare.Baseline;
import dev.tuned.bench.compare.CompareReport;
import dev.tuned.bench.compare.Judgement;
import dev.tuned.bench.compare.Judgement.Verdict;
import dev.tuned.bench.compare.RecordedWorkload;
import dev.tuned.bench.compare.StarterJars;
import dev.tuned.bench.compare.StarterJars.UnfitJarException;
import dev.tuned.bench.compare.WarmUp;
import dev.tuned.bench.methods.ProfiledWorkload;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.report.HtmlReport;
import dev.tuned.bench.result.Control;
import dev.tuned.bench.result.Growth;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.OtavaFile;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;
import dev.tuned.bench.run.Comparison;
import dev.tuned.bench.run.Environment;
import dev.tuned.bench.run.Experiment;
import dev.tuned.bench.run.Plan;
import dev.tuned.bench.run.Run;
import dev.tuned.bench.run.RunState;
import dev.tuned.bench.run.Surroundings;
import dev.tuned.bench.run.Variant;
import dev.tuned.bench.run.Workload;
import dev.tuned.bench.statistics.Claim;

/** Compares two services. A metric that looks worse is measured again before it is called worse. */
final class CompareSession extends Session<RunState> {

    /** The service before, its control instance, and the service after. */
    private static final int SERVICES = 3;

    /** The second measurement of what is worse has a launch for every three of the first. */
    private static final int AGAIN = 3;

    /** Methods that grew show in services that are not warm yet. */
    private static final int SECONDS_BEFORE_LOOKING = 20;

    private final CompareOptions options;
    private final CompareOptions.Checked checked;
    private final String command;
    private final CommandLine commandLine;
    private volatile @Nullable Growth growth;

    CompareSession(CompareOptions options, CompareOptions.Checked checked, String command, CommandLine commandLine) {
        this.options = options;
        this.checked = checked;
        this.command = command;
        this.commandLine = commandLine;
    }

    @Override
    protected void measure(Path work) throws IOException, InterruptedException {
        Variant after = after(work);
        Plan plan = plan(options.launches, after, SERVICES);
        Machine machine = Surroundings.machine(
                javas(checked.before(), after), checked.before().jvmFlags());
        RunState state = new RunState(plan, machine, null, command, null);
        begun(state);
        run(plan, state, work);
        measureAgain(state, after, work);
        List<Judgement> worse = worse(judgements(state));
        if (options.methods.equals("always") || (options.methods.equals("worse") && !worse.isEmpty())) {
            look(after, work, worse);
        }
    }

    /** Measures again what is worse, and with as many launches as before what may be. */
    private void measureAgain(RunState state, Variant after, Path work) throws IOException, InterruptedException {
        Results first = state.snapshot();
        List<Judgement> judgements = judgements(first);
        List<Judgement> worse = worse(judgements);
        Optional<Judgement> undecided = isInvalid(first) ? Optional.empty() : Judgement.undecided(judgements);
        if (worse.isEmpty() && undecided.isEmpty()) {
            return;
        }
        int further = worse.isEmpty() ? options.launches : Math.max(1, options.launches / AGAIN);
        progress()
                .announced("measuring again, with " + further + (further == 1 ? " launch: " : " launches: ")
                        + (worse.isEmpty() ? CompareReport.undecided(undecided.get()) : CompareReport.sentence(worse)));
        // A wide control may be why it is undecided.
        run(plan(options.launches + further, after, worse.isEmpty() ? SERVICES : SERVICES - 1), state, work);
    }

    private static List<Judgement> worse(List<Judgement> judgements) {
        return judgements.stream()
                .filter(each -> each.verdict() == Verdict.WORSE)
                .toList();
    }

    private void run(Plan plan, RunState state, Path work) throws IOException, InterruptedException {
        new Run(plan, JavaRuntime.newest(), Environment.NONE, state, progress(), children(), work).run();
    }

    /** Looks which methods grew, in another launch of both services that is not measured. */
    private void look(Variant after, Path work, List<Judgement> worse) throws IOException, InterruptedException {
        if (!hasProcess(checked.before()) || !hasProcess(after)) {
            progress().announced("which methods grew is not looked for: it takes the processes of both services");
            return;
        }
        progress()
                .announced((worse.isEmpty() ? "" : CompareReport.sentence(worse) + "; ")
                        + "looking which methods grew, by flight recordings of both");
        List<Path> jars = Stream.of(checked.before(), after)
                .filter(each -> each.running() == null)
                .map(Variant::jar)
                .toList();
        Set<String> keys = worse.stream().map(each -> each.metric().key()).collect(Collectors.toSet());
        WarmUp warmUp = options.service.warmUp(SERVICES - 1, Math.min(options.service.warmUp, SECONDS_BEFORE_LOOKING));
        try (ProfiledWorkload profiled = new ProfiledWorkload(workload(warmUp), jars, keys)) {
            Plan plan = plan(
                    1, ProfiledWorkload.sampled(checked.before()), ProfiledWorkload.sampled(after), profiled, false);
            RunState unmeasured = new RunState(plan, Surroundings.machine("", List.of()), null, command, null);
            run(plan, unmeasured, Files.createDirectories(work.resolve("methods")));
            growth = profiled.growth();
        } catch (IOException ex) {
            // The verdict stands without it.
            progress().announced("which methods grew could not be seen: " + ex.getMessage());
        }
    }

    private static boolean hasProcess(Variant variant) {
        return variant.running() == null || variant.running().pid() != null;
    }

    /** The Java of both services, described once where it is the same. */
    static String javas(Variant before, Variant after) {
        List<String> all = Stream.of(before, after)
                .map(variant -> variant.java() == null
                        ? "of the running service"
                        : variant.java().describe())
                .distinct()
                .toList();
        return all.size() == 1 ? all.get(0) : all.get(0) + " before, " + all.get(1) + " after";
    }

    private Variant after(Path work) throws IOException {
        Variant after = checked.after();
        if (options.add.isEmpty()) {
            return after;
        }
        Path copy = work.resolve("after-" + after.jar().getFileName());
        try {
            new StarterJars().add(after.jar(), options.add, copy);
        } catch (UnfitJarException ex) {
            throw new ParameterException(commandLine, ex.getMessage(), ex);
        }
        return new Variant(after.name(), copy, after.arguments(), after.jvmFlags(), after.java(), null);
    }

    private RecordedWorkload workload(WarmUp warmUp) {
        return new RecordedWorkload(
                checked.requests(),
                Agreement.on(options.compare, checked.requests()),
                options.service.connections,
                options.service.rate,
                warmUp,
                progress()::announced);
    }

    private Plan plan(int launches, Variant after, int services) {
        return plan(
                launches, checked.before(), after, workload(options.service.warmUp(services)), services == SERVICES);
    }

    private Plan plan(int launches, Variant before, Variant after, Workload workload, boolean withControl) {
        Comparison comparison = Comparison.of("compare", workload, before.name(), after.name());
        if (!checked.claims().isEmpty()) {
            comparison = comparison.claiming(checked.claims().toArray(Claim.Condition[]::new));
        }
        Experiment experiment =
                new Experiment("compare", List.of(before, after), List.of(comparison.forReference()), withControl);
        return Plan.of(List.of(experiment), launches, options.service.ready)
                .with(options.service.readyWithin(), checked.settings());
    }

    /** Whether no metric of the run counts. */
    private static boolean isInvalid(Results results) {
        return results.problem() != null
                || results.control() == null
                || results.control().failed();
    }

    private List<Judgement> judgements(Results results) {
        Control control = results.control();
        return results.comparisons().isEmpty()
                ? List.of()
                : Judgement.of(results.comparisons().get(0)).stream()
                        .map(each -> each.accepting(checked.accepted()))
                        .map(each -> isInvalid(results) || control == null ? each.inconclusive() : each.under(control))
                        .toList();
    }

    /** The judgements of all launches together; worse counts only if the second measurement confirms it. */
    private List<Judgement> judgements(RunState measured) {
        return Judgement.borneOut(
                judgements(measured.snapshot()), judgements(measured.snapshot(launch -> launch > options.launches)));
    }

    private Outcome outcome(Results results, List<Judgement> judgements) {
        if (isInvalid(results)) {
            return Outcome.INVALID;
        }
        Outcome judged = Judgement.outcome(judgements, results.control());
        if (judged == Outcome.WORSE) {
            return judged;
        }
        if (!checked.claims().isEmpty()) {
            return results.outcome().exitCode() == 0 && judged == Outcome.INCONCLUSIVE ? judged : results.outcome();
        }
        boolean decided = results.outcome() != Outcome.INVALID
                || judgements.stream().anyMatch(each -> each.verdict() != Verdict.INCONCLUSIVE && !each.isOfErrors());
        return decided ? judged : Outcome.INVALID;
    }

    private String sentence(Results results, Outcome outcome, List<Judgement> judgements) {
        if (outcome == Outcome.INVALID) {
            return results.sentence();
        }
        String judged = sentence(outcome, judgements, results.control()) + CompareReport.sentence(judgements);
        return checked.claims().isEmpty() || results.outcome() == Outcome.INVALID
                ? judged
                : results.sentence() + "; " + judged;
    }

    /** The begin of a sentence. */
    private static String sentence(Outcome outcome, List<Judgement> judgements, @Nullable Control control) {
        return outcome == Outcome.INCONCLUSIVE
                ? Judgement.whyInconclusive(judgements, control).orElse("")
                : "";
    }

    @Override
    protected Outcome write(RunState measured) throws IOException {
        Results plain = measured.snapshot();
        List<Judgement> judgements = judgements(measured);
        Outcome outcome = outcome(plain, judgements);
        String sentence = sentence(plain, outcome, judgements);
        Results baseline = checked.baseline();
        List<Judgement> since =
                baseline == null || isInvalid(plain) || plain.comparisons().isEmpty()
                        ? List.of()
                        : Baseline.judgements(baseline, plain);
        if (baseline != null && outcome.exitCode() == 0) {
            Outcome changed = Judgement.outcome(since, plain.control());
            if (changed != Outcome.NOT_WORSE) {
                outcome = changed;
                sentence = sentence(changed, since, plain.control()) + Baseline.sentence(since) + "; " + sentence;
            }
        }
        Results results = plain.judged(outcome, sentence, CompareReport.verdicts(judgements), growth);
        write(new CompareReport(results, judgements, baseline == null ? List.of() : Baseline.lines(baseline, since)));
        return outcome;
    }

    private void write(CompareReport report) throws IOException {
        Results results = report.results();
        if (results.problem() != null) {
            System.err.println("stopped: " + results.problem());
        }
        System.out.print(report.text());
        ResultsFile.writeIfAsked(options.service.json, () -> ResultsFile.toJson(results));
        ResultsFile.writeIfAsked(options.service.html, () -> HtmlReport.of(results));
        ResultsFile.writeIfAsked(options.markdown, report::markdown);
        if (options.otava != null) {
            OtavaFile.append(
                    options.otava, results, Surroundings.commit(Path.of("").toAbsolutePath()));
        }
        ResultsFile.writeIfAsked(options.junit, report::junit);
    }
}
