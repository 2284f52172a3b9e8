/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.cache;

import com.example.caching.advice.AdviceApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.Scenario;

/** Transactions, aspects and thread-locals of cached methods. */
class AdviceScenario implements Scenario {

    @Override
    public Application application() {
        return Application.of(
                AdviceApplication.class,
                AnnotationsScenario.CAFFEINE.and(
                        "spring-boot-starter-aspectj",
                        "org.springframework:spring-tx",
                        "org.springframework.security:spring-security-core"));
    }
}
