/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** By {@code server.shutdown=immediate}. */
class ShutdownImmediateScenario implements Scenario {

    @Override
    public Application application() {
        return Shutdown.application("--server.shutdown=immediate");
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        Shutdown.play(application, recording, true, false);
    }

    @Override
    public String normalize(String text) {
        return Traces.without(text);
    }
}
