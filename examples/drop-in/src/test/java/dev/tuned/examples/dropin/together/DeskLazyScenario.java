/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import dev.tuned.examples.dropin.Application;

/** All beans are made when they are first needed. */
class DeskLazyScenario extends DeskScenario {

    @Override
    public Application application() {
        return super.application().arguments("--spring.main.lazy-initialization=true");
    }
}
