/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import dev.tuned.examples.beforeafter.load.Answer;

/** Says whether an answer is right, beyond what its request's expectation says. */
@FunctionalInterface
public interface AnswerCheck {

    /** Whether the answer to the request at {@code index} is right. */
    boolean isRight(int index, Answer answer);
}
