/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

/**
 * Carries invalidations between processes: the log on Couchbase, or a bean of the application's (Kafka, Redis streams, …)
 * with {@code tuned.cache.invalidation.mode=custom}. Implementations are thread-safe.
 *
 * <p>A channel may deliver twice and in any order. It must not lose anything silently: when messages may be missing it
 * calls {@link InvalidationListener#lost}. What this process published itself is not delivered to it.
 */
public interface InvalidationChannel extends AutoCloseable {

    /**
     * Starts to deliver. Called once, before the first {@link #publish}. Does not block and does not fail when the
     * other side is out of reach; the channel goes on trying.
     *
     * @param listener gets what other processes publish from now on; quick and thread-safe
     */
    void start(InvalidationListener listener);

    /**
     * Takes a change to be told to the other processes. Does not block and never throws: what cannot be sent now is
     * sent later, or told as lost by the channels that miss it.
     *
     * @param invalidation the change
     */
    void publish(Invalidation invalidation);

    /** What the channel has done so far; {@link InvalidationStatistics#NONE} from one that does not count. */
    default InvalidationStatistics statistics() {
        return InvalidationStatistics.NONE;
    }

    /** Sends what is left, as far as that is possible within a short time, and ends. A second call does nothing. */
    @Override
    void close();
}
