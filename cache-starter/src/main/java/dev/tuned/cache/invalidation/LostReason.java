/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.util.List;

/** Why invalidations may have been missed, in words for meters and logs. */
final class LostReason {

    /** The log was reached for the first time: nothing is known about the time before. */
    static final String START = "start";

    /** A batch was announced and did not come: its writer died, or its document is gone. */
    static final String GAP = "gap";

    /** The counter is gone: a flushed bucket. */
    static final String RESET = "reset";

    /** The counter went back: a failover. */
    static final String REGRESS = "regress";

    /** The counter is far ahead: a new one, or this process is too far behind. */
    static final String JUMP = "jump";

    /** The counter or a batch is not the one that was read before: a failover. */
    static final String REWRITTEN = "rewritten";

    /** The log did not answer for longer than batches are surely kept. */
    static final String OUTAGE = "outage";

    /** A batch is not what this version writes. */
    static final String UNDECODABLE = "undecodable";

    /** Those that are a loss, and counted: all but the start. */
    static final List<String> COUNTED = List.of(GAP, RESET, REGRESS, JUMP, REWRITTEN, OUTAGE, UNDECODABLE);

    private LostReason() {}

    /** Whether others may have missed what this process sent, without a way to notice it. */
    static boolean isRollback(String reason) {
        return reason.equals(REGRESS) || reason.equals(REWRITTEN);
    }
}
