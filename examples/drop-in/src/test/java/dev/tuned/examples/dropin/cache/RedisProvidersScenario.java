/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.cache;

/** With Redis on the class path, too. */
class RedisProvidersScenario extends ProvidersScenario {

    RedisProvidersScenario() {
        super("redis", AnnotationsScenario.CAFFEINE.and("spring-boot-starter-data-redis"));
    }
}
