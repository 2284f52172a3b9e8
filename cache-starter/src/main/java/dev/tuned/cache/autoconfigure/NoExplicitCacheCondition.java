/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;

/** Matches unless the application says by property which cache it wants. */
final class NoExplicitCacheCondition extends NoneNestedConditions {

    NoExplicitCacheCondition() {
        super(ConfigurationPhase.PARSE_CONFIGURATION);
    }

    @ConditionalOnProperty("spring.cache.type")
    static final class Type {}

    @ConditionalOnProperty("spring.cache.caffeine.spec")
    static final class CaffeineSpecification {}
}
