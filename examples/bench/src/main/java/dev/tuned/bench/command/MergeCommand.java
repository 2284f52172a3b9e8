/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.tuned.bench.judge.Baseline;
import dev.tuned.bench.judge.Judgements;
import dev.tuned.bench.report.Format;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;

/** Puts runs of several machines together. */
@Command(
        name = "merge",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        description =
                "Puts runs of the same services and requests together, as a rule of several machines, and gives one"
                        + " verdict.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${ROOT-COMMAND-NAME} compare --before old.jar --after new.jar --requests shop.http --json here.json",
            "  ${ROOT-COMMAND-NAME} merge here.json there.json",
            "",
            "Exit codes: 0 nothing became worse, 1 something did, 2 the runs together could not have failed, 64 bad"
                    + " usage."
        })
public final class MergeCommand implements Callable<Integer> {

    @Parameters(arity = "0..*", paramLabel = "FILE", description = "Results that compare wrote with --json.")
    private List<Path> files = new ArrayList<>();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        OptionChecks checks = new OptionChecks(spec.commandLine());
        if (files.size() < 2) {
            throw checks.wrong("Say two files of results or more");
        }
        List<Results> runs = files.stream().map(checks::results).toList();
        Baseline.whyNotMerged(runs).ifPresent(why -> {
            throw checks.wrong("These runs cannot be put together: " + why);
        });
        Judgements merged = Baseline.merged(runs);
        List<String> lines = new ArrayList<>();
        runs.forEach(run -> lines.add((lines.size() + 1) + ": " + run.machine().cores() + " cores, "
                + run.machine().os() + ", Java " + run.machine().java() + ", " + run.started()
                + run.blame()));
        merged.all()
                .forEach(each -> lines.add("  " + each.metric().label() + ": "
                        + figures(runs, each.metric().key()) + "; together " + figure(each.metric()) + " "
                        + each.verdict().label()));
        Outcome outcome = merged.outcome(null);
        lines.add("");
        lines.add(merged.sentence(outcome, null));
        lines.forEach(spec.commandLine().getOut()::println);
        spec.commandLine().getOut().flush();
        return outcome.exitCode();
    }

    private static String figures(List<Results> runs, String key) {
        return runs.stream()
                .flatMap(run -> run.comparisons().get(0).metric(key).stream())
                .map(MergeCommand::figure)
                .collect(Collectors.joining(", "));
    }

    private static String figure(MetricResult metric) {
        return metric.ratio() == null
                ? Format.change(metric.before(), metric.after())
                : "×" + Format.ratioAndInterval(metric);
    }
}
