/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

/** What a logging call does when the queue of its appender is full. */
public enum OverflowPolicy {

    /**
     * The caller waits while the output makes progress. Once it has made none for a second, or writing fails, no caller waits: lines
     * are dropped and counted until it makes progress again, those below WARN before they are encoded.
     */
    BLOCK,

    /** The caller waits, forever if need be. Nothing is dropped before logging stops. */
    BLOCK_FOREVER
}
