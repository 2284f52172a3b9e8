/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.cache;

/** With Caffeine on the class path. */
class CaffeineProvidersScenario extends ProvidersScenario {

    CaffeineProvidersScenario() {
        super("caffeine", AnnotationsScenario.CAFFEINE);
    }
}
