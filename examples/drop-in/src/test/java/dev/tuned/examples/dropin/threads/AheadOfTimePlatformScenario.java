/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import dev.tuned.examples.dropin.Application;

/** The same with the kind of thread chosen at run time, which stock does not know. */
class AheadOfTimePlatformScenario extends AheadOfTimeScenario {

    @Override
    Application base() {
        return super.base().arguments("--tuned.threads.mode=platform");
    }

    /** Below, what was processed on the newest JDK does not start, as the other scenario shows. */
    @Override
    public boolean runsOn(int java) {
        return java >= 24;
    }
}
