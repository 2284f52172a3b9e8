/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.util.List;
import java.util.function.Supplier;

/** Times the stages of reading a product. An executable may bring one; without, nothing is timed. */
interface StageTimer {

    /** Times nothing. */
    StageTimer NONE = new StageTimer() {
        @Override
        public <T> T time(String stage, Supplier<T> work) {
            return work.get();
        }

        @Override
        public List<InForce.Stage> soFar() {
            return List.of();
        }
    };

    /** Does the work as a stage with this name. */
    <T> T time(String stage, Supplier<T> work);

    /** What the stages have taken since the start. */
    List<InForce.Stage> soFar();
}
