/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

/** Why a line was not written. */
public enum DropReason {

    /** The queue was full, and the output made no progress. */
    FULL("the queue was full"),

    /** Writing failed: the queue had filled up meanwhile, or logging ended. */
    IO("writing failed"),

    /** Its file was closed, by a rollover for instance, while the output made no progress. */
    CLOSED("the stream was closed"),

    /** It was below WARN, the queue nearly full, and the output made no progress: it was not encoded. The only reason with levels. */
    DENIED("below WARN while the output stalled");

    private final String cause;

    DropReason(String cause) {
        this.cause = cause;
    }

    /** In words, for a log line. */
    public String cause() {
        return cause;
    }
}
