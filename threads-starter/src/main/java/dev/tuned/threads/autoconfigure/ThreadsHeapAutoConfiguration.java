/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

import com.sun.management.ThreadMXBean;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.servlet.Filter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Auto-configuration of the meter of heap allocated per request, in a servlet application with Micrometer. */
@AutoConfiguration(after = ThreadsAutoConfiguration.class)
@ConditionalOnBooleanProperty("tuned.threads.heap-per-request.enabled")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({Filter.class, MeterBinder.class, ThreadMXBean.class})
@ConditionalOnBean(ThreadPlan.class)
public final class ThreadsHeapAutoConfiguration {

    @Bean
    @Order(70)
    @ConditionalOnMissingBean
    HeapPerRequestMeter heapPerRequestMeter(ThreadsProperties properties, ObjectProvider<WebThreads> web) {
        return new HeapPerRequestMeter(
                properties.heapPerRequest().sampleRate(), web.getIfAvailable(() -> WebThreads.NONE));
    }

    @Bean
    @ConditionalOnMissingBean(name = "heapPerRequestFilter")
    FilterRegistrationBean<HeapPerRequestFilter> heapPerRequestFilter(
            ThreadsProperties properties, HeapPerRequestMeter meter) {
        FilterRegistrationBean<HeapPerRequestFilter> registration = new FilterRegistrationBean<>(
                new HeapPerRequestFilter(properties.heapPerRequest().sampleRate(), allocatedBytes(), meter));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    /** The JVM answers with -1 on virtual threads, and for all threads where its counting is switched off. */
    private static LongSupplier allocatedBytes() {
        boolean counts = ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
                && threads.isThreadAllocatedMemorySupported();
        return counts ? ((ThreadMXBean) ManagementFactory.getThreadMXBean())::getCurrentThreadAllocatedBytes : () -> -1;
    }
}
