/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

/** What was measured cannot be used. The message says why. */
final class VoidTrialException extends Exception {

    VoidTrialException(String message) {
        super(message);
    }
}
