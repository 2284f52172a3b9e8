/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.util.concurrent.TimeoutException;

/** What the failure of one operation says of the store. */
public enum FailureKind {

    /** The store works and refused this operation. */
    ANSWER,

    /** The store works, and the value is larger than it takes. */
    TOO_LARGE,

    /** The operation was refused in this process, which says nothing of the store. */
    INVALID,

    /** The store did not answer in time. */
    TIMEOUT,

    /** Anything else: the store cannot be used. */
    OTHER;

    /** The kind of a failure that comes from no particular store. */
    public static FailureKind of(Throwable cause) {
        if (cause instanceof IllegalArgumentException || cause instanceof VirtualMachineError) {
            return INVALID;
        }
        return (cause instanceof TimeoutException) ? TIMEOUT : OTHER;
    }
}
