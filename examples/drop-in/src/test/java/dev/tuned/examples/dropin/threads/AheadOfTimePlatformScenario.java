/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import dev.tuned.examples.dropin.Application;

/** The same with the threads that stock has, chosen by properties at run time. */
class AheadOfTimePlatformScenario extends AheadOfTimeScenario {

    @Override
    Application base() {
        return super.base()
                .arguments(
                        "--tuned.threads.web.mode=platform",
                        "--tuned.threads.async.mode=platform",
                        "--tuned.threads.scheduling.mode=platform");
    }

    /** Below, what was processed on the newest JDK does not start, as the other scenario shows. */
    @Override
    public boolean runsOn(int java) {
        return java >= 24;
    }
}
