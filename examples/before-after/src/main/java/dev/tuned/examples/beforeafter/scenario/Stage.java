/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.List;

/**
 * Trials that use the same processes: these are started together and stopped together.
 *
 * @param trials the trials, in the order they run
 */
public record Stage(List<Trial> trials) {

    /** What their JVMs are started with; the trials agree on it. */
    public Jvm jvm() {
        return trials.get(0).scenario().jvm();
    }

    /** The sides to start. */
    public List<Side> sides() {
        return trials.stream()
                .flatMap(trial -> trial.sides().stream())
                .distinct()
                .toList();
    }
}
