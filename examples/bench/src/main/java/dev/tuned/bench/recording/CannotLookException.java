/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.recording;

/** A process cannot be observed; the message says why in one line. */
public final class CannotLookException extends Exception {

    private static final long serialVersionUID = 1L;

    public CannotLookException(String why) {
        super(why);
    }
}
