/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

/** What a channel reports to the near cache. Calls return quickly, never throw, and may come from any thread. */
public interface InvalidationListener {

    /**
     * Another process changed something.
     *
     * @param invalidation the change
     */
    void invalidated(Invalidation invalidation);

    /**
     * Invalidations may be missing: nothing in this process's L1 can be trusted any more, and all of it is dropped.
     *
     * @param reason short and lower case, such as {@code gap}: a tag of a meter and part of a log line; {@code start}
     *     when the channel has only now begun to listen to the others, which is not worth a line
     */
    void lost(String reason);

    /**
     * Whether this process holds anything that could be invalidated. A channel that asks for changes need not do that
     * while there is nothing; it is notified of the first entry by {@link InvalidationChannel#entryAdded}.
     */
    default boolean isHolding() {
        return true;
    }
}
