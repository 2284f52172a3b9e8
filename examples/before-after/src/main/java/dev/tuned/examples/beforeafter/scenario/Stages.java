/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.examples.beforeafter.statistics.Claim;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

/**
 * Makes the stages of a run. A quick run starts each variant once for all scenarios of a kind of JVM, to have time for
 * measuring; a full run starts them anew for each scenario. The first trial of a run has the control.
 */
public final class Stages {

    private final Selection selection;
    private final List<Stage> stages = new ArrayList<>();
    private boolean controlled;

    private Stages(Selection selection) {
        this.selection = selection;
    }

    /** The stages of a selection; empty where the variants selected leave nothing to compare. */
    public static List<Stage> of(Selection selection) {
        Stages stages = new Stages(selection);
        stages.add(stages.variantTrials());
        stages.add(stages.matrixTrials());
        stages.add(stages.s2Trials());
        stages.add(stages.twoAppenderTrials());
        return stages.stages;
    }

    /** The files that stages need. */
    public static Set<StaticFiles> files(List<Stage> stages) {
        return stages.stream()
                .flatMap(stage -> stage.trials().stream())
                .flatMap(trial -> Stream.ofNullable(trial.scenario().workload().files()))
                .collect(toSet());
    }

    /** Whether the variants selected leave something to compare in every scenario selected. */
    public static boolean cover(Selection selection) {
        List<Variant> variants = selection.variants();
        return selection.scenarios().stream()
                .allMatch(name -> Scenarios.comparesVariants(name)
                        || (Matrices.NAMES.contains(name) && variants.contains(Variant.TUNED))
                        || (!Matrices.NAMES.contains(name)
                                && variants.contains(Variant.STOCK)
                                && (!LogFamily.needsTuned(name) || variants.contains(Variant.TUNED))));
    }

    private void add(List<Trial> trials) {
        if (selection.full()) {
            trials.forEach(trial -> stages.add(new Stage(List.of(trial))));
        } else {
            trials.stream()
                    .collect(groupingBy(Stages::processes, LinkedHashMap::new, toList()))
                    .values()
                    .forEach(group -> stages.add(new Stage(group)));
        }
    }

    /** Trials with equal ones share their processes; those that live through an outage serve nothing else. */
    private static List<?> processes(Trial trial) {
        return List.of(trial.scenario().jvm(), trial.scenario().wire() == Wire.CUT);
    }

    private List<Trial> variantTrials() {
        return selection.scenarios().stream()
                .filter(Scenarios::comparesVariants)
                .map(name -> variantTrial(inTime(Scenarios.named(name))))
                .toList();
    }

    /** C2 is not done with thousands of requests per second in a share of three minutes: what it has left would be measured. */
    private Scenario inTime(Scenario scenario) {
        return selection.isOfMany() && scenario.jvm() == Jvm.BOTH_COMPILERS ? scenario.on(Jvm.COMMON) : scenario;
    }

    private Trial variantTrial(Scenario scenario) {
        Side baseline = scenario.side(selection.variants().get(0));
        List<Comparison> comparisons = new ArrayList<>();
        List<Variant> candidates =
                selection.variants().subList(1, selection.variants().size());
        for (Variant variant : candidates) {
            // Beside tuned the others are there for reference; without it they are what was asked about.
            boolean claimed = variant == Variant.TUNED || !candidates.contains(Variant.TUNED);
            List<Claim> claims = claimed ? scenario.claims() : List.of();
            comparisons.add(new Comparison(scenario.name(), baseline, scenario.side(variant), claims));
        }
        if (!selection.isOfMany()) {
            comparisons.addAll(ThreadsFamily.besides(scenario, selection.variants()));
        }
        if (selection.full()) {
            Ablations.of(scenario.name(), selection.variants())
                    .forEach(side -> comparisons.add(new Comparison(scenario.name(), baseline, side, List.of())));
        }
        return new Trial(scenario, comparisons, control(scenario, baseline));
    }

    private List<Trial> matrixTrials() {
        return selection.variants().contains(Variant.TUNED)
                ? Matrices.trials(selection.scenarios()).stream()
                        .map(trial -> new Trial(
                                trial.scenario(),
                                trial.comparisons(),
                                control(
                                        trial.scenario(),
                                        trial.comparisons().get(0).baseline())))
                        .toList()
                : List.of();
    }

    private List<Trial> s2Trials() {
        List<Comparison> comparisons = LogFamily.s2Comparisons(selection.scenarios(), selection.variants());
        Scenario scenario = LogFamily.s2();
        return comparisons.isEmpty()
                ? List.of()
                : List.of(new Trial(
                        scenario,
                        comparisons,
                        control(scenario, comparisons.get(0).baseline())));
    }

    private List<Trial> twoAppenderTrials() {
        if (!selection.variants().containsAll(List.of(Variant.STOCK, Variant.TUNED))) {
            return List.of();
        }
        List<Trial> trials = new ArrayList<>();
        for (Scenario scenario : LogFamily.twoAppenders(selection.scenarios())) {
            Comparison comparison = LogFamily.twoAppenders(scenario);
            trials.add(new Trial(scenario, List.of(comparison), control(scenario, comparison.baseline())));
        }
        return trials;
    }

    private @Nullable Comparison control(Scenario scenario, Side baseline) {
        if (controlled) {
            return null;
        }
        controlled = true;
        return new Comparison(
                scenario.name(),
                baseline,
                baseline.control(),
                Stream.of(scenario.claims().get(0)).toList());
    }
}
