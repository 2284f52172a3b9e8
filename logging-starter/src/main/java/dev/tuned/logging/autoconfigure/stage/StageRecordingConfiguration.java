/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import java.util.Objects;

import io.micrometer.observation.annotation.Observed;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

import dev.tuned.logging.stage.SlowRequestFilter;
import dev.tuned.logging.stage.StageTable;
import dev.tuned.logging.stage.Stages;

/** Everything about stages that is there only when they are timed. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "tuned.logging.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty("tuned.logging.stages.enabled")
@EnableConfigurationProperties(StageProperties.class)
class StageRecordingConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(Stages.class)
    static class Recording {

        @Bean
        StageTable tunedLoggingStageTable(StageProperties properties) {
            return new StageTable(properties.reportInterval());
        }

        /** Depends on the table, so that the table is closed after everything that has the stages injected. */
        @Bean
        Stages tunedLoggingStages(StageTable table) {
            Stages stages = new Stages();
            table.start(stages);
            return stages;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Observed.class)
    static class Annotations {

        @Bean
        static StageAnnotationPostProcessor tunedLoggingStageAnnotations(
                ObjectProvider<Stages> stages, Environment environment) {
            StageAnnotationPostProcessor processor = new StageAnnotationPostProcessor(stages);
            // As Boot does: a bean with an interface can still be injected by its class.
            processor.setProxyTargetClass(
                    environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true));
            return processor;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Filter.class, FilterRegistrationBean.class})
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @Conditional(StageSlowRequestCondition.class)
    static class SlowRequests {

        @Bean
        @ConditionalOnMissingBean(
                value = SlowRequestFilter.class,
                parameterizedContainer = FilterRegistrationBean.class)
        FilterRegistrationBean<SlowRequestFilter> tunedLoggingSlowRequestFilter(
                Stages stages, StageProperties properties) {
            var registration = new FilterRegistrationBean<>(
                    new SlowRequestFilter(stages, Objects.requireNonNull(properties.slowRequestThreshold())));
            registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
            registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
            return registration;
        }
    }
}
