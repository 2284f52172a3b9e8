/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import dev.tuned.examples.dropin.Application;

/** A batch whose start fails, so that it ends with exit code 1 and the reason in its log. */
class BatchFailingScenario extends BatchScenario {

    @Override
    public Application application() {
        return super.application().arguments("fail");
    }

    @Override
    public boolean startFails() {
        return true;
    }
}
