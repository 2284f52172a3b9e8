/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import dev.tuned.examples.dropin.Application;

/** Virtual threads as the user chose them. */
class DeskOnVirtualThreadsScenario extends DeskScenario {

    @Override
    public Application application() {
        return super.application().arguments("--spring.threads.virtual.enabled=true");
    }

    @Override
    public boolean runsOn(int java) {
        return java >= 21;
    }
}
