/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

import dev.tuned.threads.limit.AdaptiveLimit;
import dev.tuned.threads.limit.ConcurrencyGate;

/** Auto-configuration of the meters, where Micrometer is; Boot binds them to the registries there are. */
@AutoConfiguration(after = {ThreadsAutoConfiguration.class, ThreadsWebBoundAutoConfiguration.class})
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(ThreadPlan.class)
public final class ThreadsMetricsAutoConfiguration {

    @Bean
    @ConditionalOnBean(ConcurrencyGate.class)
    @ConditionalOnMissingBean
    WebBoundMetrics webBoundMetrics(ConcurrencyGate gate) {
        return new WebBoundMetrics(gate);
    }

    @Bean
    @ConditionalOnBean(AdaptiveLimit.class)
    @ConditionalOnMissingBean
    AdaptiveLimitMetrics adaptiveLimitMetrics(AdaptiveLimit limit) {
        return new AdaptiveLimitMetrics(limit);
    }

    @Bean
    @ConditionalOnMissingBean
    ExecutorMeters executorMeters(ExecutorsPart executors) {
        return new ExecutorMeters(executors);
    }

    @Bean
    @ConditionalOnMissingBean
    PinnedTimers pinnedTimers() {
        return new PinnedTimers();
    }
}
