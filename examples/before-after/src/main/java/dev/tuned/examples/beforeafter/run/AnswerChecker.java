/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.io.IOException;
import java.util.List;

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

    static void check(Workload workload, List<RunningSide> sides)
            throws IOException, InterruptedException, VoidTrialException {
        int count = workload.requests().size();
        int samples = Math.min(SAMPLES, count);
        for (int sample = 0; sample < samples; sample++) {
            int index = (int) ((long) sample * count / samples);
            for (RunningSide side : sides) {
                check(workload, index, side);
            }
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
