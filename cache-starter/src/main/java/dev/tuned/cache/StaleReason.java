/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

/** Why a value was served after its time. */
public enum StaleReason {

    /** Reading it anew failed. */
    ERROR,

    /** Reading it anew took longer than the soft timeout; it goes on. */
    TIMEOUT,

    /** Reading it anew failed or took long a moment ago, and is not tried again yet. */
    BACKOFF,

    /** Too many entries are being read anew. */
    BUSY
}
