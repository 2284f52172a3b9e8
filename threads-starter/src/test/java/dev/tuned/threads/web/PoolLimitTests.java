/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.List;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.jdbc.metadata.AbstractDataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.datasource.AbstractDataSource;

import dev.tuned.threads.plan.InvalidThreadsConfigurationException;
import dev.tuned.threads.support.WebApp;
import dev.tuned.threads.web.ConnectionPools.Pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Where connections are scarce. */
@ExtendWith(OutputCaptureExtension.class)
class PoolLimitTests {

    @Test
    void isTwiceTheConnectionsOfTheSmallestPool(CapturedOutput output) {
        try (WebApp app = WebApp.start(TwoPools.class, "tuned.threads.web.limit=pool")) {
            assertThat(app.context.getBean(PoolLimit.class).current()).isEqualTo(20);
            assertThat(output).contains("at most 20 requests (PoolLimit), then wait up to 250ms, then 503");
        }
    }

    @Test
    void isAtMostMaxConcurrency() {
        try (WebApp app =
                WebApp.start(TwoPools.class, "tuned.threads.web.limit=pool", "tuned.threads.web.max-concurrency=12")) {
            assertThat(app.context.getBean(PoolLimit.class).current()).isEqualTo(12);
        }
    }

    @Test
    void needsAPool() {
        assertThatExceptionOfType(InvalidThreadsConfigurationException.class)
                .isThrownBy(() -> WebApp.start("tuned.threads.web.limit=pool"))
                .withMessage("The value 'pool' of tuned.threads.web.limit needs a DataSource whose connection"
                        + " pool has a largest size.");
        PoolLimit limit = new PoolLimit(() -> null, 0);
        assertThatExceptionOfType(InvalidThreadsConfigurationException.class)
                .isThrownBy(limit::afterSingletonsInstantiated);
    }

    @Test
    void aPoolOfOneConnectionLetsTwoIn() {
        PoolLimit limit = new PoolLimit(() -> new Pool("dataSource", 1), 0);
        limit.afterSingletonsInstantiated();
        assertThat(limit.current()).isEqualTo(2);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "platform threads limit requests themselves")
    void requestsWithoutALimitBeforeASmallPoolAreWarnedOf(CapturedOutput output) {
        WebApp.start(TwoPools.class, "tuned.threads.web.mode=virtual").close();
        assertThat(output)
                .contains("WARN")
                .contains("tuned threads: requests have no limit, and the connection pool 'small' has 10 connections")
                .contains("set tuned.threads.web.limit=pool (at most 20 requests)");
    }

    @ParameterizedTest
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "platform threads limit requests themselves")
    @CsvSource({"mode=virtual, false", "limit=pool, true"})
    void aLazyDataSourceIsMadeOnlyForTheLimitByIt(String property, boolean made) {
        try (WebApp app = WebApp.start(LazyPool.class, "tuned.threads.web." + property)) {
            assertThat(app.context.getBeanFactory().containsSingleton("lazy")).isEqualTo(made);
        }
    }

    @Test
    void onPlatformThreadsAndWithALimitNothingIsWarnedOf(CapturedOutput output) {
        WebApp.start(TwoPools.class, "tuned.threads.web.mode=platform").close();
        for (String limit : List.of("limit=pool", "max-concurrency=20")) {
            WebApp.start(TwoPools.class, "tuned.threads.web." + limit).close();
        }
        assertThat(output).doesNotContain("have no limit");
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class LazyPool {

        @Bean
        @Lazy
        DataSource lazy() {
            return new NoDataSource(10);
        }

        @Bean
        @Lazy
        DataSourcePoolMetadataProvider metadata() {
            return new TwoPools().metadata();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class TwoPools {

        @Bean
        DataSource small() {
            return new NoDataSource(10);
        }

        @Bean
        DataSource large() {
            return new NoDataSource(100);
        }

        @Bean
        DataSourcePoolMetadataProvider metadata() {
            return source -> new AbstractDataSourcePoolMetadata<NoDataSource>((NoDataSource) source) {

                @Override
                public Integer getMax() {
                    return getDataSource().size;
                }

                @Override
                public Integer getActive() {
                    return 0;
                }

                @Override
                public Integer getMin() {
                    return 0;
                }

                @Override
                public String getValidationQuery() {
                    return "";
                }

                @Override
                public Boolean getDefaultAutoCommit() {
                    return true;
                }
            };
        }
    }

    private static final class NoDataSource extends AbstractDataSource {

        private final int size;

        NoDataSource(int size) {
            this.size = size;
        }

        @Override
        public java.sql.Connection getConnection() {
            throw new IllegalStateException("not used");
        }

        @Override
        public java.sql.Connection getConnection(String username, String password) {
            return getConnection();
        }
    }
}
