/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.config.WebFluxConfigurer;

/** Auto-configuration of the threads on which Spring WebFlux calls controller methods that block. */
@AutoConfiguration(after = ThreadsAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass(WebFluxConfigurer.class)
@ConditionalOnBean(ThreadPlan.class)
public final class ThreadsWebFluxAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    BlockingCalls blockingCalls(ThreadPlan plan, BeanFactory beans) {
        return new BlockingCalls(plan, beans);
    }
}
