/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import dev.tuned.examples.dropin.Application;

/** A web server is on the class path, but not to be started. */
class BatchBesideWebScenario extends BatchScenario {

    @Override
    public Application application() {
        return batch("spring-boot-starter-cache", "spring-boot-starter-webmvc", "spring-boot-starter-actuator")
                .arguments("--spring.main.web-application-type=none");
    }
}
