/* SPDX-License-Identifier: Apache-2.0 */
package com.example.seeds;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizer;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.context.annotation.Bean;

/** Makes every cache refuse null, without a word. Nothing registers it. */
@AutoConfiguration
@ConditionalOnClass({CacheManagerCustomizer.class, CaffeineCacheManager.class})
public class CacheSeed {

    @Bean
    CacheManagerCustomizer<CaffeineCacheManager> tunedSeed() {
        return manager -> manager.setAllowNullValues(false);
    }
}
