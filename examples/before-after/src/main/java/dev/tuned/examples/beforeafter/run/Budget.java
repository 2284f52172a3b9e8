/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.tuned.examples.beforeafter.scenario.Jvm;
import dev.tuned.examples.beforeafter.scenario.Stage;
import dev.tuned.examples.beforeafter.scenario.Trial;
import dev.tuned.examples.beforeafter.scenario.Wire;

/**
 * Divides the time of a run among its trials by the number of their sides. What one trial leaves or overdraws is shared by
 * those after it.
 */
final class Budget {

    /** Leaves the rest of three minutes to stopping processes, repeated rounds and a busy machine. */
    static final int QUICK_SECONDS = 168;

    /** What starting a process takes, until the first have shown it. */
    private static final double START_SECONDS = 4;

    private static final double SIDE_SECONDS = 10;
    private static final double FULL_SIDE_SECONDS = 30;
    /** The fewest that have an interval. */
    private static final int QUICK_OUTAGES = 3;

    private static final int FULL_OUTAGES = 6;
    private static final double LEAST_SIDE_SECONDS = 2;

    /** A trial with many sides gives each of them less, so that one scenario by name does not take a quarter of an hour. */
    private static final double MOST_TRIAL_SECONDS = 300;

    /** A process that has served nothing yet needs far longer to warm up, so its first trial counts so many times. */
    private static final int COLD_WEIGHT = 3;

    /** C2 is at work for as long again, and its work counts as the process's. */
    private static final int COLD_WEIGHT_WITH_C2 = 4;

    private final double planned;
    private final double total;
    private final double perSide;
    private final long begin = System.nanoTime();
    private double startSeconds = START_SECONDS;
    private int processesToStart;
    private double secondsToMeasure;
    private final int outageRounds;
    private double outageSeconds;

    Budget(List<Stage> stages, boolean full, int quickSeconds) {
        perSide = full ? FULL_SIDE_SECONDS : SIDE_SECONDS * quickSeconds / QUICK_SECONDS;
        outageRounds = full ? FULL_OUTAGES : QUICK_OUTAGES;
        processesToStart =
                stages.stream().mapToInt(stage -> stage.sides().size()).sum();
        for (Stage stage : stages) {
            boolean cold = true;
            for (Trial trial : stage.trials()) {
                if (trial.scenario().wire() == Wire.CUT) {
                    outageSeconds += Outages.WARM_UP_SECONDS + outageRounds * Outages.ROUND_SECONDS;
                } else {
                    secondsToMeasure += wanted(trial.sides().size(), cold, stage.jvm());
                    cold = false;
                }
            }
        }
        double wanted = processesToStart * START_SECONDS + outageSeconds + secondsToMeasure;
        total = full ? wanted : quickSeconds;
        planned = Math.min(total, wanted);
    }

    /** Seconds to go if all goes to plan. */
    long secondsToGo() {
        return Math.max(0, Math.round(planned - (System.nanoTime() - begin) / 1e9));
    }

    /** Called when a stage's processes are up. */
    void started(int processes, double seconds) {
        processesToStart -= processes;
        startSeconds = seconds / processes;
    }

    private double wanted(int sides, boolean cold, Jvm jvm) {
        int weight = jvm.quickWithC2() ? COLD_WEIGHT_WITH_C2 : COLD_WEIGHT;
        return Math.min(MOST_TRIAL_SECONDS, (cold ? weight * sides : sides) * perSide);
    }

    /** How many outages there are to be, which take their time whatever the machine. */
    int outages(@Nullable Integer wished) {
        return wished != null ? wished : outageRounds;
    }

    /** Called when they are over. */
    void outagesOver() {
        outageSeconds = 0;
    }

    /** Takes the share of a trial with so many sides: seconds for its warm-up and rounds. */
    double take(int sides, boolean cold, Jvm jvm) {
        double left = total - (System.nanoTime() - begin) / 1e9 - processesToStart * startSeconds - outageSeconds;
        double wanted = wanted(sides, cold, jvm);
        double share = left * wanted / secondsToMeasure;
        secondsToMeasure -= wanted;
        return Math.max(sides * LEAST_SIDE_SECONDS, Math.min(share, wanted));
    }
}
