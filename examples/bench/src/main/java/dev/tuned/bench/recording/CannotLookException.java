/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.recording;

import java.io.IOException;

/** A process cannot be observed; the message says why in one line. */
public final class CannotLookException extends IOException {

    public CannotLookException(String why) {
        super(why);
    }
}
