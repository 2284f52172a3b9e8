/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

/** Why a value was served after its TTL. */
public enum StaleReason {

    /** Reloading it failed. */
    ERROR,

    /** Reloading it took longer than the soft timeout; it continues. */
    TIMEOUT,

    /** Reloading it failed or took long a moment ago, and is not tried again yet. */
    BACKOFF,

    /** Too many entries are being reloaded. */
    BUSY
}
