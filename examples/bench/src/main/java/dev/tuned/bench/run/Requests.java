/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

import dev.tuned.bench.load.Answer;
import dev.tuned.bench.load.LoadRequest;

/**
 * The requests of a workload.
 *
 * @param all the different requests
 * @param choice gives the index of the next one
 * @param check what an answer has to be, before any load
 */
public record Requests(List<LoadRequest> all, ToIntFunction<SplittableRandom> choice, AnswerCheck check) {

    /** Says whether an answer is right, beyond what its request's expectation says. */
    @FunctionalInterface
    public interface AnswerCheck {

        /** Whether the answer to the request at {@code index} is right. */
        boolean isRight(int index, Answer answer);
    }

    public static Requests always(LoadRequest request, AnswerCheck check) {
        return new Requests(List.of(request), random -> 0, check);
    }

    public static Requests anyOf(List<LoadRequest> requests, AnswerCheck check) {
        return new Requests(requests, random -> random.nextInt(requests.size()), check);
    }

    /** The requests in an order that the seed decides: the same for every variant. */
    public Supplier<LoadRequest> source(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return () -> all.get(choice.applyAsInt(random));
    }
}
