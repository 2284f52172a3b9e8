/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

/** How a process stands towards the log. */
enum LogState {

    /** It has not been reached, or not for so long that nothing held here is of that time. */
    NOT_JOINED,

    /** It is read on from poll to poll. */
    FOLLOWED,

    /** Its counter is gone: a flushed bucket. */
    RESET,

    /** Its counter was written over. */
    OVERWRITTEN
}
