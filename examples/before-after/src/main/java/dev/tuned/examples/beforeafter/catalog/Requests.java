/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;

import dev.tuned.bench.load.Answer;
import dev.tuned.bench.load.LoadRequest;

/**
 * The requests of a workload.
 *
 * @param all the different requests
 * @param choice gives the indexes of the next ones
 * @param check whether the answer to the request at an index is right, before any load and beyond what its request's
 *     expectation says
 */
public record Requests(
        List<LoadRequest> all,
        Function<UniformRandomProvider, DiscreteSampler> choice,
        BiPredicate<Integer, Answer> check) {

    public static Requests always(LoadRequest request, BiPredicate<Integer, Answer> check) {
        return new Requests(List.of(request), random -> () -> 0, check);
    }

    public static Requests anyOf(List<LoadRequest> requests, BiPredicate<Integer, Answer> check) {
        return new Requests(requests, random -> () -> random.nextInt(requests.size()), check);
    }

    /** The requests in an order that the seed decides: the same for every variant. */
    public Supplier<LoadRequest> source(long seed) {
        DiscreteSampler index = choice.apply(new SplittableRandom(seed)::nextLong);
        return () -> all.get(index.sample());
    }
}
