/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

/** What happens to an event when the queue of its appender is full. */
public enum OverflowPolicy {

    /**
     * The caller waits for its place in a line, for as long as the writer makes progress. Once it has made none
     * for the block timeout no caller waits, and events are dropped and counted until it goes on.
     */
    BLOCK,

    /** The caller waits for its place, for ever if need be. Nothing is dropped before logging stops. */
    BLOCK_FOREVER,

    /** Events below a level are dropped at once and counted; callers of others wait as with {@link #BLOCK}. */
    DROP_BELOW
}
