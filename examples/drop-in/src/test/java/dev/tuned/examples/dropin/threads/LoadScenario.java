/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** Loads that a service by default has room for: nothing is rejected. */
class LoadScenario implements Scenario {

    @Override
    public Application application() {
        return Load.application();
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) {
        for (Load load : Load.values()) {
            load.play(application, recording);
        }
    }
}
