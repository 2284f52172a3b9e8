/* SPDX-License-Identifier: Apache-2.0 */
package com.example.seeds;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.cache.support.NoOpCacheManager;
import org.springframework.context.annotation.Bean;

/** Keeps nothing in any cache. Nothing registers it. */
@AutoConfiguration
public class NothingCachedSeed {

    @Bean
    static BeanPostProcessor tunedSeed() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return (bean instanceof CacheManager) ? new NoOpCacheManager() : bean;
            }
        };
    }
}
