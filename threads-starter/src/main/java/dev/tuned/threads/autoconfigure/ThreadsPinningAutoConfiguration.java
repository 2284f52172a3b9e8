/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.List;

import jdk.jfr.consumer.RecordingStream;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

import dev.tuned.threads.pinning.PinningListener;
import dev.tuned.threads.pinning.PinningMonitor;

/** Auto-configuration of the monitor of virtual threads that pin their carrier. */
@AutoConfiguration(after = ThreadsAutoConfiguration.class)
@ConditionalOnBean(ThreadPlan.class)
public final class ThreadsPinningAutoConfiguration {

    @Bean
    PinningDecision pinningDecision(ThreadPlan plan, ThreadsProperties properties) {
        return PinningDecision.of(properties.pinning().enabled(), plan);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RecordingStream.class)
    static class WithJfr {

        @Bean
        @ConditionalOnMissingBean
        PinningMonitor pinningMonitor(
                ThreadsProperties properties, ObjectProvider<PinningListener> listeners, BeanFactory beans) {
            PinningProperties pinning = properties.pinning();
            List<PinningListener> all = listeners.orderedStream().toList();
            return new PinningMonitor(
                    pinning.threshold(),
                    pinning.log() ? pinning.logInterval() : null,
                    pinning.maxFrames(),
                    AutoConfigurationPackages.has(beans) ? AutoConfigurationPackages.get(beans) : List.of(),
                    new PinningListeners(all));
        }

        @Bean
        @Order(60)
        PinningWatch pinningWatch(
                PinningDecision decision,
                ThreadsProperties properties,
                PinningMonitor monitor,
                ApplicationContext context) {
            return new PinningWatch(decision, properties.pinning(), monitor, context);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass("jdk.jfr.consumer.RecordingStream")
    static class WithoutJfr {

        @Bean
        @Order(60)
        UnwatchedPinning unwatchedPinning(PinningDecision decision) {
            return new UnwatchedPinning(decision);
        }
    }
}
