/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** The shortest of the loads with a limit, of the starter alone, that has room for it; without the Actuator. */
class LoadShortScenario implements Scenario {

    @Override
    public Application application() {
        return Load.application("--tuned.threads.web.max-concurrency=400");
    }

    @Override
    public boolean inSlice() {
        return true;
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) {
        Load.COLD_START.play(application, recording);
    }
}
