/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.tuned.examples.beforeafter.load.Answer;
import dev.tuned.examples.beforeafter.load.Exchange;
import dev.tuned.examples.beforeafter.load.LoadRequest;
import dev.tuned.examples.beforeafter.scenario.Workload;

/**
 * Checks, before any load, that all sides give the right answer and the same one: a side that fails fast would be the
 * fastest.
 */
final class AnswerChecker {

    /** As many different requests are checked, spread over all. */
    private static final int SAMPLES = 60;

    private static final int EXCERPT = 200;

    private AnswerChecker() {}

    /**
     * Checks the sides and returns those to measure.
     *
     * @param claimed the sides without which there is no trial; of the others one that fails is ended and left out
     */
    static List<RunningSide> check(
            Workload workload, List<RunningSide> sides, Set<String> claimed, TrialProgress progress)
            throws IOException, InterruptedException, VoidTrialException {
        List<RunningSide> right = new ArrayList<>();
        for (RunningSide side : sides) {
            if (!side.process().isAlive() && !claimed.contains(side.name())) {
                progress.failed(side.name(), "failed in an earlier scenario and was ended");
                continue;
            }
            try {
                check(workload, side);
                right.add(side);
            } catch (VoidTrialException ex) {
                if (claimed.contains(side.name())) {
                    throw ex;
                }
                progress.failed(side.name(), String.valueOf(ex.getMessage()));
                // It may be at work on that request for minutes yet.
                side.process().close();
            }
        }
        return right;
    }

    private static void check(Workload workload, RunningSide side)
            throws IOException, InterruptedException, VoidTrialException {
        int count = workload.requests().size();
        int samples = Math.min(SAMPLES, count);
        for (int sample = 0; sample < samples; sample++) {
            check(workload, (int) ((long) sample * count / samples), side);
        }
    }

    private static void check(Workload workload, int index, RunningSide side)
            throws IOException, InterruptedException, VoidTrialException {
        LoadRequest request = workload.requests().get(index);
        Answer answer;
        try {
            answer = Exchange.send(side.process().address(), request);
        } catch (IOException ex) {
            side.process().requireAlive();
            throw new VoidTrialException(side.name() + " gave no answer: " + ex.getMessage());
        }
        if (!answer.accepted() || !workload.check().isRight(index, answer)) {
            String body = answer.text();
            throw new VoidTrialException(
                    side.name() + " gave a wrong answer, or another than the side before it: status "
                            + answer.status() + ", " + answer.body().length + " bytes: "
                            + body.substring(0, Math.min(EXCERPT, body.length())));
        }
    }
}
