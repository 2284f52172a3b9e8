/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

/**
 * How many tasks an executor runs at once, how many wait, and what happens to further ones. Immutable.
 *
 * @param maxConcurrency number of tasks that may run at once, 0 for no limit
 * @param queueCapacity number of tasks, or with {@link OnSaturation#BLOCK} of callers, that may wait while as many run as
 *     may; {@link Integer#MAX_VALUE} for no limit; means nothing with {@link OnSaturation#REJECT}
 * @param onSaturation what to do with a task when as many run as may
 */
public record Bound(int maxConcurrency, int queueCapacity, OnSaturation onSaturation) {

    /** No limit: every task runs at once. */
    public static final Bound NONE = new Bound(0, Integer.MAX_VALUE, OnSaturation.QUEUE);

    /** @throws IllegalArgumentException if a number is negative */
    public Bound {
        if (maxConcurrency < 0 || queueCapacity < 0) {
            throw new IllegalArgumentException("Neither maxConcurrency %d nor queueCapacity %d may be negative"
                    .formatted(maxConcurrency, queueCapacity));
        }
    }

    /**
     * A limit with an unlimited queue.
     *
     * @throws IllegalArgumentException if the number is negative
     */
    public static Bound of(int maxConcurrency) {
        return new Bound(maxConcurrency, Integer.MAX_VALUE, OnSaturation.QUEUE);
    }

    /** Whether there is a limit. */
    public boolean isLimited() {
        return maxConcurrency > 0;
    }

    /** Text for the start-up line, such as {@code at most 8, queue 100}. */
    @Override
    public String toString() {
        if (!isLimited()) {
            return "unbounded";
        }
        String most = "at most " + maxConcurrency;
        return switch (onSaturation) {
            case QUEUE -> most + ", queue " + ((queueCapacity == Integer.MAX_VALUE) ? "unlimited" : queueCapacity);
            case REJECT -> most + ", then rejected";
            case BLOCK -> most + ", then callers wait";
        };
    }
}
