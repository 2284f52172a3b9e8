/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.cache;

import dev.tuned.examples.dropin.Application;

/** The same with a memory in front of each cache. */
class NearValuesScenario extends ValuesScenario {

    @Override
    public Application application() {
        return super.application().arguments("--tuned.cache.near=*", "--tuned.cache.hard-timeout=10s");
    }
}
