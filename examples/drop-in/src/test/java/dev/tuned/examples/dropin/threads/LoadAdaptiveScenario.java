/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** The same loads with the adaptive limit of the starter, which stock has not: a limit, too, has to let them in. */
class LoadAdaptiveScenario implements Scenario {

    @Override
    public Application application() {
        return Load.application("--tuned.threads.web.limit=adaptive");
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) {
        for (Load load : Load.values()) {
            load.play(application, recording);
        }
    }
}
