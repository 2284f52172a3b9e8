/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import dev.tuned.examples.dropin.Application;

/** The user has beans of his own in place of Boot's executor, cache manager, multipart resolver and server factory. */
class DeskOwnBeansScenario extends DeskScenario {

    @Override
    public Application application() {
        return super.application().arguments("--spring.profiles.active=own");
    }
}
