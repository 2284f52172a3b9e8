/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import dev.tuned.examples.beforeafter.scenario.Scenarios;
import dev.tuned.examples.beforeafter.scenario.Side;
import dev.tuned.examples.beforeafter.scenario.Stage;
import dev.tuned.examples.beforeafter.scenario.Trial;

/** Says what a run is about to do. */
final class PlanText {

    private PlanText() {}

    static List<String> of(RunRequest request, List<Stage> stages, long seconds) {
        List<String> lines = new ArrayList<>();
        lines.add("variants on Java " + request.java().describe() + ", "
                + Runtime.getRuntime().availableProcessors() + " cores; rounds: "
                + (request.rounds() != null ? request.rounds() : "as time allows, at least 6"));
        List<String> flags = List.of();
        for (Stage stage : stages) {
            if (!flags.equals(request.jvmFlags(stage.jvm()))) {
                flags = request.jvmFlags(stage.jvm());
                lines.add("with " + String.join(" ", flags) + ":");
            }
            for (Trial trial : stage.trials()) {
                int connections = request.connections() != null
                        ? request.connections()
                        : trial.scenario().connections();
                lines.add(String.format(
                        Locale.ROOT,
                        "  %-18s %-42s %4d connections  %s",
                        trial.scenario().name(),
                        trial.scenario().what(),
                        connections,
                        trial.sides().stream().map(Side::name).collect(Collectors.joining(", "))));
            }
        }
        List<String> left = Scenarios.fullOnly().stream()
                .filter(name -> !request.selection().scenarios().contains(name))
                .toList();
        if (!left.isEmpty()) {
            lines.add("only with --full, or by name with --scenario: " + String.join(", ", left));
        }
        lines.add("about " + (seconds + 59) / 60 + " min to go; Ctrl-C stops and keeps what has been measured");
        return lines;
    }
}
