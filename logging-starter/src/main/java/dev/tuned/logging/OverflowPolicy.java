/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

/** What happens to an event when the queue of its appender is full. */
public enum OverflowPolicy {

    /** The caller waits for its place, first come, first served. Nothing is dropped. */
    BLOCK,

    /** The caller waits for a time; then its event is dropped and counted. */
    BLOCK_TIMEOUT,

    /** Events below a level are dropped at once and counted; callers of others wait. */
    DROP_BELOW,

    /** The caller waits until its event has been handed to the operating system. Nothing is dropped. */
    SYNC
}
