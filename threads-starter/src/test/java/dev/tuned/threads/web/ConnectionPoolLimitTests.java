/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.List;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Where connections are scarce. */
@ExtendWith(OutputCaptureExtension.class)
class ConnectionPoolLimitTests {

    @Test
    void isTwiceTheConnectionsOfTheSmallestPool(CapturedOutput output) {
        try (WebApp app = WebApp.start(TwoPools.class, "tuned.threads.web.limit=pool")) {
            assertThat(app.context.getBean(ConnectionPoolLimit.class).current()).isEqualTo(20);
            assertThat(output).contains("at most 20 requests (ConnectionPoolLimit), then wait up to 250ms, then 503");
        }
    }

    @Test
    void isAtMostMaxConcurrency() {
        try (WebApp app =
                WebApp.start(TwoPools.class, "tuned.threads.web.limit=pool", "tuned.threads.web.max-concurrency=12")) {
            assertThat(app.context.getBean(ConnectionPoolLimit.class).current()).isEqualTo(12);
        }
    }

    @Test
    void needsAPool() {
        for (Class<?> application : List.of(WebApp.App.class, NoPool.class)) {
            assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
                    .isThrownBy(() -> WebApp.start(application, "tuned.threads.web.limit=pool"))
                    .withMessageContaining("Property tuned.threads.web.limit with value 'pool' is invalid:"
                            + " It needs a DataSource whose connection pool has a largest size. Use a pool");
        }
        ConnectionPoolLimit limit = new ConnectionPoolLimit(null, 0);
        assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
                .isThrownBy(limit::afterSingletonsInstantiated);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "platform threads limit requests themselves")
    void requestsWithoutALimitBeforeASmallPoolAreWarnedOf(CapturedOutput output) {
        WebApp.start(TwoPools.class, "tuned.threads.web.mode=virtual").close();
        assertThat(output)
                .contains("WARN")
                .contains(
                        "tuned threads: requests have no limit on virtual threads. If requests need something scarce, limit"
                                + " them: tuned.threads.web.limit=pool (the connection pool 'small' has 10 connections), or"
                                + " tuned.threads.web.routes[/path/**]=20");
    }

    @Test
    void followsALazyPoolOnceItIsMade(CapturedOutput output) {
        try (WebApp app = WebApp.start(LazyPool.class, "tuned.threads.web.limit=pool")) {
            ConnectionPoolLimit limit = app.context.getBean(ConnectionPoolLimit.class);
            assertThat(app.context.getBeanFactory().containsSingleton("lazy")).isFalse();
            assertThat(limit.current()).isEqualTo(Integer.MAX_VALUE);
            assertThat(output).contains("requests without a limit for now (ConnectionPoolLimit)");
            app.context.getBean("lazy");
            assertThat(limit.current()).isEqualTo(20);
            assertThat(limit.current()).isEqualTo(20);
            assertThat(output)
                    .containsOnlyOnce("at most 20 requests, because the connection pool 'lazy' has 10 connections");
        }
    }

    @Test
    void isMaxConcurrencyUntilThereIsAPool() {
        try (WebApp app =
                WebApp.start(LazyPool.class, "tuned.threads.web.limit=pool", "tuned.threads.web.max-concurrency=30")) {
            assertThat(app.context.getBean(ConnectionPoolLimit.class).current()).isEqualTo(30);
        }
    }

    @Test
    void onPlatformThreadsAndWithALimitNothingIsWarnedOf(CapturedOutput output) {
        for (String mode : List.of("boot", "platform", "auto")) {
            WebApp.start(TwoPools.class, "tuned.threads.web.mode=" + mode).close();
        }
        for (String limit : List.of("limit=pool", "max-concurrency=20")) {
            WebApp.start(TwoPools.class, "tuned.threads.web.mode=virtual", "tuned.threads.web." + limit)
                    .close();
        }
        assertThat(output).doesNotContain("have no limit");
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class LazyPool {

        @Bean
        @Lazy
        DataSource lazy() {
            return new SizedPool(10);
        }

        @Bean
        @Lazy
        DataSourcePoolMetadataProvider metadata() {
            return SizedPool.METADATA;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class NoPool {

        @Bean
        DataSource plain() {
            return new SizedPool(10);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class TwoPools {

        @Bean
        DataSource small() {
            return new SizedPool(10);
        }

        @Bean
        DataSource large() {
            return new SizedPool(100);
        }

        @Bean
        DataSourcePoolMetadataProvider metadata() {
            return SizedPool.METADATA;
        }
    }
}
