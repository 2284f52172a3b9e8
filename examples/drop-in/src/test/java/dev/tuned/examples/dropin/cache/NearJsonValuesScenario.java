/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.cache;

import dev.tuned.examples.dropin.Application;

/** The same as JSON, with a memory in front of each cache. */
class NearJsonValuesScenario extends ValuesScenario {

    @Override
    public Application application() {
        return super.application()
                .arguments("--spring.profiles.active=json", "--tuned.cache.near=*", "--tuned.cache.hard-timeout=10s");
    }
}
