/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

/** Is notified of every operation on the store, for meters. Quick, thread-safe and never throws. */
@FunctionalInterface
public interface StoreListener {

    /**
     * An operation is over.
     *
     * @param operation what was asked
     * @param outcome how it ended
     * @param nanos how long it took, in nanoseconds; 0 for {@link Outcome#REJECTED}
     */
    void completed(Operation operation, Outcome outcome, long nanos);

    /** The operations of {@link L2Store}. */
    enum Operation {
        GET,
        PUT,
        INSERT,
        REPLACE,
        ADD
    }

    /** The ways an operation can end. */
    enum Outcome {

        /** The store answered, also that there is no such document or that it does not take the value. */
        SUCCESS,

        /** The store did not answer in time. */
        TIMEOUT,

        /** The store could not be asked, or could not answer. */
        FAILURE,

        /** The breaker was open: the store was not asked. */
        REJECTED
    }
}
