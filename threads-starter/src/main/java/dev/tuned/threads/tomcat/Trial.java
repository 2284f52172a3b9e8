/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import org.jspecify.annotations.Nullable;

/**
 * A trial of another size of the pool, and how it ended.
 *
 * @param before successes per second before it; NaN where it had been kept
 * @param meanwhile successes per second meanwhile
 * @param failures requests that failed meanwhile
 */
record Trial(int from, int to, Outcome outcome, double before, double meanwhile, long failures) {

    static Trial of(int from, int to, Outcome outcome, @Nullable Window before, Window measured) {
        double rate = (before != null) ? before.rate() : Double.NaN;
        return new Trial(from, to, outcome, rate, measured.rate(), measured.failures());
    }

    enum Outcome {
        /** At least half of what was added came back as successes. */
        KEPT("kept"),
        /** It came back to less than half. */
        NO_GAIN("taken back: no gain"),
        /** The load fell meanwhile. */
        LESS_LOAD("taken back: less load"),
        /** After it was kept, more requests failed than without it. */
        WORSE_LATER("taken back: failures later"),
        /** Too much of the heap was in use after each of several collections. */
        HEAP_FULL("taken back: heap nearly full"),
        /** Fewer requests were answered than without it. */
        FEWER_SUCCESSES("the last: fewer successes"),
        /** More requests failed than without it. */
        MORE_FAILURES("the last: more failures");

        private final String text;

        Outcome(String text) {
            this.text = text;
        }

        /** Whether no trial follows. */
        boolean isLast() {
            return this == FEWER_SUCCESSES || this == MORE_FAILURES;
        }

        /** Value of the meter's tag: how it ended, without the reason. */
        String tag() {
            return (this == KEPT) ? "kept" : isLast() ? "last" : "taken-back";
        }

        @Override
        public String toString() {
            return text;
        }
    }

    @Override
    public String toString() {
        String earlier = Double.isNaN(before) ? "" : " instead of %.1f".formatted(before);
        return "%d instead of %d requests at once: %.1f successes/s%s, %d failures (%s)"
                .formatted(to, from, meanwhile, earlier, failures, outcome);
    }
}
