/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.cache;

/** With Ehcache on the class path, too. */
class JCacheProvidersScenario extends ProvidersScenario {

    JCacheProvidersScenario() {
        super("jcache", AnnotationsScenario.CAFFEINE.and("javax.cache:cache-api", "org.ehcache:ehcache"));
    }
}
