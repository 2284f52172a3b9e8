/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** By default: requests under way get their answers, and a slow client its file. */
class ShutdownGracefulScenario implements Scenario {

    @Override
    public Application application() {
        return Shutdown.application("--spring.lifecycle.timeout-per-shutdown-phase=25s");
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        Shutdown.play(application, recording, false, true);
    }

    @Override
    public String normalize(String text) {
        return Traces.without(text);
    }
}
