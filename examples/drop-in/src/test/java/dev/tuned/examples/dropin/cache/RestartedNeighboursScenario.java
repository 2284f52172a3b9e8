/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.cache;

import dev.tuned.examples.dropin.Application;

/** The same in the class loader of the developer tools, which has the application's classes alone. */
class RestartedNeighboursScenario extends NeighboursScenario {

    @Override
    public Application application() {
        return application("spring-boot-devtools").arguments("--spring.devtools.livereload.enabled=false");
    }
}
