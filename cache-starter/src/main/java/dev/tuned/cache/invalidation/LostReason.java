/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.util.Locale;

/** Why invalidations may have been missed, so that L1 is dropped and the log joined again. */
enum LostReason {

    /** The log was reached for the first time: nothing is known about the time before. No loss, and not counted. */
    START,

    /** A batch was announced and did not come: its writer died, or its document is gone. */
    GAP,

    /** The counter is gone: a flushed bucket. */
    RESET,

    /** The counter went back: a failover. */
    REGRESS,

    /** The counter is far ahead: a new one, or this process is too far behind. */
    JUMP,

    /** The log did not answer for longer than batches are surely kept. */
    OUTAGE,

    /** A batch is not what this version writes. */
    UNDECODABLE;

    /** As meters and logs have it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
