/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.List;
import java.util.SplittableRandom;

import org.jspecify.annotations.Nullable;

import dev.tuned.examples.beforeafter.load.LoadRequest;
import dev.tuned.examples.beforeafter.load.RequestSource;

/**
 * The requests of a scenario.
 *
 * @param requests the different requests
 * @param choice how one of them is chosen
 * @param check what an answer has to be, before any load
 * @param callers how many requests in a row ask for one product that nobody has asked for before, in place of the requests
 *     above, which are only checked; 0 where there is no such thing
 * @param mayDecline whether a server may turn requests away
 * @param files the files that have to be there, or {@code null} where none are asked for
 */
public record Workload(
        List<LoadRequest> requests,
        Choice choice,
        AnswerCheck check,
        int callers,
        boolean mayDecline,
        @Nullable StaticFiles files) {

    private static final int LARGE = 8 * 1024 * 1024;

    Workload(List<LoadRequest> requests, Choice choice, AnswerCheck check) {
        this(requests, choice, check, 0, false, null);
    }

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

    /** The same, for servers that may turn requests away. */
    Workload thatMayBeDeclined() {
        return new Workload(requests, choice, check, callers, true, files);
    }

    /** The same, asking for these files. */
    Workload forFiles(StaticFiles asked) {
        return new Workload(requests, choice, check, callers, mayDecline, asked);
    }

    /** The requests in an order that the seed decides: the same for every side. */
    public RequestSource source(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return () -> requests.get(choice.next(random));
    }

    /** As many requests as there are callers for product {@code prefix-1}, then as many for {@code prefix-2}, and so on. */
    public RequestSource newProducts(String prefix) {
        return new RequestSource() {
            private long sent;
            private LoadRequest current = Workloads.product(prefix + "-1");

            @Override
            public LoadRequest next() {
                if (sent > 0 && sent % callers == 0) {
                    current = Workloads.product(prefix + "-" + (sent / callers + 1));
                }
                sent++;
                return current;
            }
        };
    }
}
