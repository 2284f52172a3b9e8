/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;

/** A service gave a wrong answer, so that nothing measured of it can be used. The message says which. */
public final class WrongAnswerException extends IOException {

    public WrongAnswerException(String message) {
        super(message);
    }
}
