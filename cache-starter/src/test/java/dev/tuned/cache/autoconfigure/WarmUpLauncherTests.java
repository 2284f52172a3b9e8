/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.cache.NearCacheManager;
import dev.tuned.cache.WarmUpProgress.State;
import dev.tuned.cache.WarmUpSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class WarmUpLauncherTests {

    @Test
    void startIsNotDelayedAndTheEndOfTheApplicationEndsTheWarmUp() {
        Hanging source;
        try (ConfigurableApplicationContext context = run(Hanging.class)) {
            // The application is up while the source has not answered: it never does.
            source = context.getBean(Hanging.class);
            await().until(() -> source.asked.getCount() == 0);
            assertThat(context.getBean(WarmUpLauncher.class).progress())
                    .singleElement()
                    .satisfies(progress -> assertThat(progress.state()).isEqualTo(State.RUNNING));
        }
        await().untilTrue(source.interrupted);
    }

    @Test
    void regionIsFilledOnceTheApplicationIsReady() {
        try (ConfigurableApplicationContext context = run(Filling.class)) {
            await().until(() -> context.getBean(WarmUpLauncher.class).progress().stream()
                    .allMatch(progress -> progress.state() == State.DONE));
            NearCacheManager manager = context.getBean(NearCacheManager.class);
            assertThat(manager.nearCache("products", String.class).get("1")).isEqualTo("one");
        }
    }

    @Test
    void withoutASourceNothingIsStarted() {
        try (ConfigurableApplicationContext context = run(Base.class)) {
            assertThat(context.getBean(WarmUpLauncher.class).progress()).isEmpty();
        }
    }

    private static ConfigurableApplicationContext run(Class<?> source) {
        return new SpringApplicationBuilder(Base.class, source)
                .web(WebApplicationType.NONE)
                .run("--tuned.cache.regions.products.value-type=java.lang.String");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @ImportAutoConfiguration({
        CacheAutoConfiguration.class,
        org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class
    })
    static class Base {}

    static class Filling {

        @Bean
        WarmUpSource products() {
            return new WarmUpSource() {

                @Override
                public String region() {
                    return "products";
                }

                @Override
                public Stream<?> keys() {
                    return Stream.of("1");
                }

                @Override
                public Object load(Object key) {
                    return "one";
                }
            };
        }
    }

    static class Hanging implements WarmUpSource {

        final CountDownLatch asked = new CountDownLatch(1);
        final AtomicBoolean interrupted = new AtomicBoolean();

        @Override
        public String region() {
            return "products";
        }

        @Override
        public Stream<?> keys() {
            asked.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException ex) {
                interrupted.set(true);
            }
            return Stream.empty();
        }
    }
}
