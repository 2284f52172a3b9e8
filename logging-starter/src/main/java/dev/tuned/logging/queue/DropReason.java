/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

/** Why an event was not written. */
public enum DropReason {

    /** The queue was full, and the overflow policy said so. */
    FULL("the queue was full"),

    /** Writing failed, a full disk for instance, and the queue had filled up meanwhile. */
    IO("writing failed"),

    /** The encoder or the appender threw. */
    ERROR("the encoder or appender threw");

    final String cause;

    DropReason(String cause) {
        this.cause = cause;
    }
}
