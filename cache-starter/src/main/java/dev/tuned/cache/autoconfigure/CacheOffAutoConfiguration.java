/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of a starter that is switched off: the typed API can be injected, and caches nothing. */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "tuned.cache.enabled", havingValue = false)
public final class CacheOffAutoConfiguration {

    @Bean
    static BeanFactoryPostProcessor tunedCacheUncached() {
        return UncachedNearCacheManager::register;
    }
}
