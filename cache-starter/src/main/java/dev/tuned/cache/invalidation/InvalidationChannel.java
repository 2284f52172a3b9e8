/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

/**
 * Carries invalidations between processes: the log on Couchbase, or a bean of the application's (Kafka, Redis streams,
 * …). Implementations are thread-safe.
 *
 * <p>A channel may deliver twice and in any order. It must not lose anything silently: when messages may be missing it
 * calls {@link InvalidationListener#lost}. What this process published itself is not delivered to it.
 */
public interface InvalidationChannel extends AutoCloseable {

    /** Where there is no other process: carries nothing and counts nothing. */
    InvalidationChannel NONE = new InvalidationChannel() {

        @Override
        public void start(InvalidationListener listener) {}

        @Override
        public void publish(Invalidation invalidation) {}

        @Override
        public void close() {}
    };

    /**
     * Starts to deliver. Called once, before the first {@link #publish}. Does not block and does not fail when the
     * other side is out of reach; the channel goes on trying.
     *
     * @param listener gets what other processes publish from now on; quick and thread-safe
     */
    void start(InvalidationListener listener);

    /**
     * Takes a change to be sent to the other processes. Does not block and never throws: what cannot be sent now is
     * sent later, or reported as lost by the channels that miss it.
     *
     * @param invalidation the change
     */
    void publish(Invalidation invalidation);

    /** L1 has taken an entry. Called for each of them; quick, and does not block. */
    default void entryAdded() {}

    /**
     * L1 is about to serve an entry. Called for each of them; quick, and does not block.
     *
     * @param readAt the {@link System#nanoTime} at which the read or load of the entry began
     * @param nanoTime the {@link System#nanoTime} of now
     * @return whether it may be served: not while the process has stood still for so long that changes of an entry that old
     *     may not have arrived yet. The entry stays, and may be served again when the channel has caught up
     */
    default boolean beforeRead(long readAt, long nanoTime) {
        return true;
    }

    /**
     * Whether what other processes change is delivered at the moment. A channel that asks for changes need not while this
     * process holds nothing; the near cache then makes sure itself that it uses nothing from before a clear.
     */
    default boolean isListening() {
        return true;
    }

    /** What the channel has done so far; {@link InvalidationStatistics#NONE} from one that does not count. */
    default InvalidationStatistics statistics() {
        return InvalidationStatistics.NONE;
    }

    /** Sends what is left, as far as that is possible within a short time, and ends. A second call does nothing. */
    @Override
    void close();
}
