/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.List;
import java.util.SplittableRandom;

import dev.tuned.examples.beforeafter.load.LoadRequest;
import dev.tuned.examples.beforeafter.load.RequestSource;

/**
 * The requests of a scenario.
 *
 * @param requests the different requests
 * @param choice how one of them is chosen
 * @param check what an answer has to be, before any load
 */
public record Workload(List<LoadRequest> requests, Choice choice, AnswerCheck check) {

    private static final int LARGE = 8 * 1024 * 1024;

    /** Chooses the index of the next request. */
    @FunctionalInterface
    public interface Choice {

        int next(SplittableRandom random);
    }

    /** Whether a single request takes so long that twenty are no mere try. */
    public boolean isLarge() {
        return requests.get(0).size() > LARGE;
    }

    static Workload always(LoadRequest request, AnswerCheck check) {
        return new Workload(List.of(request), random -> 0, check);
    }

    static Workload anyOf(List<LoadRequest> requests, AnswerCheck check) {
        return new Workload(requests, random -> random.nextInt(requests.size()), check);
    }

    /** The requests in an order that the seed decides: the same for every side. */
    public RequestSource source(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return () -> requests.get(choice.next(random));
    }
}
