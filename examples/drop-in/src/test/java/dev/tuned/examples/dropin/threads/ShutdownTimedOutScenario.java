/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** With a request that never ends, and a bound on the time. */
class ShutdownTimedOutScenario implements Scenario {

    @Override
    public Application application() {
        return Shutdown.application("--spring.lifecycle.timeout-per-shutdown-phase=2s");
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        Shutdown.play(application, recording, true, false);
    }

    /** What gives up logs its last line while the JVM ends, with or without the starter, if it still gets to it. */
    @Override
    public String normalize(String text) {
        return Traces.without(text).replaceAll("(?m)^INFO +\\S+GracefulShutdown Graceful shutdown aborted .*\\R?", "");
    }
}
