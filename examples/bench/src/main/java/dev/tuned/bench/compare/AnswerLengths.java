/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

import dev.tuned.bench.requests.FileRequest;
import dev.tuned.bench.run.WrongAnswerException;

/** The lengths of right answers under load, beside those that were agreed on before it. Thread-safe. */
final class AnswerLengths {

    /** Services may differ by this much in how many answers have another length than before the load. */
    private static final double OTHER_LENGTHS = 0.05;

    /** Standard deviations that chance alone does not reach. */
    private static final double NO_CHANCE = 5;

    /** The right answers of a service, and those with another length than was agreed on before the load. */
    private record Lengths(LongAdder all, LongAdder other) {

        double share() {
            return other.sum() / count();
        }

        private double count() {
            return Math.max(1, all.sum());
        }

        boolean differsFrom(Lengths another) {
            double both = (other.sum() + another.other.sum()) / (count() + another.count());
            double deviation = Math.sqrt(both * (1 - both) * (1 / count() + 1 / another.count()));
            return Math.abs(share() - another.share()) > Math.max(OTHER_LENGTHS, NO_CHANCE * deviation);
        }
    }

    private final Map<String, Lengths> lengths = new ConcurrentHashMap<>();
    private final List<ReplacedAnswers> replaced;

    AnswerLengths(int requests) {
        replaced = Stream.generate(ReplacedAnswers::new).limit(requests).toList();
    }

    /** Adds the answer to a request, whose length was agreed on. */
    void add(String variant, int request, int agreed, long length) {
        Lengths own = of(variant);
        own.all.increment();
        own.other.add(length == agreed ? 0 : 1);
        replaced.get(request).add(agreed, length);
    }

    private Lengths of(String variant) {
        return lengths.computeIfAbsent(variant, ignored -> new Lengths(new LongAdder(), new LongAdder()));
    }

    /**
     * Checks that most answers to a request are what they were before the load.
     *
     * @throws WrongAnswerException if they are another
     */
    void check(FileRequest request, int index, int agreed) throws WrongAnswerException {
        if (replaced.get(index).areMost()) {
            throw new WrongAnswerException(request.place() + ": " + request.name() + ": under load most answers have "
                    + replaced.get(index).length() + " bytes, and " + agreed
                    + " before it, such as a page that says what went wrong; if they are right, use --compare status");
        }
    }

    /**
     * Checks that a service answers as the others do.
     *
     * @throws WrongAnswerException if it does not
     */
    void check(String variant) throws WrongAnswerException {
        Lengths own = of(variant);
        for (Map.Entry<String, Lengths> other : lengths.entrySet()) {
            if (own.differsFrom(other.getValue())) {
                throw new WrongAnswerException(String.format(
                        Locale.ROOT,
                        "under load %.0f %% of the answers of '%s' and %.0f %% of '%s' have another length than before it; if both"
                                + " are right, use --compare status",
                        100 * own.share(),
                        variant,
                        100 * other.getValue().share(),
                        other.getKey()));
            }
        }
    }
}
