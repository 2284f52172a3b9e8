/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.recording;

/** A process that cannot be looked at; the message is one line that says why. */
public final class CannotLookException extends Exception {

    private static final long serialVersionUID = 1L;

    public CannotLookException(String why) {
        super(why);
    }
}
