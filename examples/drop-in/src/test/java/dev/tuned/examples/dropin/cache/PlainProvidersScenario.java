/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.cache;

import dev.tuned.examples.dropin.ClassPath;

/** With no provider on the class path. */
class PlainProvidersScenario extends ProvidersScenario {

    PlainProvidersScenario() {
        super("plain", ClassPath.of("spring-boot-starter-cache"));
    }
}
