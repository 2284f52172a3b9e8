/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.cache;

import java.util.Objects;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application with Spring Boot's Redis cache "products", which is near or as stock has it. */
final class CachingApplication implements AutoCloseable {

    private static final String NAME = "products";

    private final ConfigurableApplicationContext context;

    /** @param near whether the cache gets a memory in front of it; else the cache starter is switched off */
    CachingApplication(LocalRedis redis, boolean near) {
        this.context = new SpringApplicationBuilder(Configured.class)
                .web(WebApplicationType.NONE)
                .logStartupInfo(false)
                .properties(
                        "spring.cache.type=redis",
                        "spring.data.redis.port=" + redis.port(),
                        near ? "tuned.cache.near=" + NAME : "tuned.cache.enabled=false",
                        // No entry expires while it is read.
                        "tuned.cache.ttl=1h")
                .run();
    }

    Cache cache() {
        return Objects.requireNonNull(context.getBean(CacheManager.class).getCache(NAME));
    }

    @Override
    public void close() {
        context.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableCaching
    static class Configured {}
}
