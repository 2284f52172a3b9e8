/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import dev.tuned.examples.beforeafter.process.VariantProcess;
import dev.tuned.examples.beforeafter.scenario.Side;

/** A side and its process. */
record RunningSide(Side side, VariantProcess process) {

    String name() {
        return side.name();
    }
}
