/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnNotWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import dev.tuned.threads.autoconfigure.ThreadsProperties.OnUnsupported;

/**
 * Auto-configuration of the threads starter: applies one {@link ThreadPlan} to Tomcat, to the application's task
 * executor and to its scheduler.
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "tuned.threads.enabled", matchIfMissing = true)
@EnableConfigurationProperties(ThreadsProperties.class)
public final class ThreadsAutoConfiguration {

    /** Binds by itself: the plan is needed before beans of configuration properties can be made. */
    @Bean
    static ThreadPlan threadPlan(Environment environment) {
        ThreadsProperties properties = Binder.get(environment).bindOrCreate("tuned.threads", ThreadsProperties.class);
        Boolean bootFlag = environment.getProperty(ThreadRules.BOOT_FLAG, Boolean.class);
        ThreadPlan plan = ThreadPlan.of(properties, bootFlag, Runtime.version().feature());
        String unsupported = plan.unsupported();
        if (unsupported != null && properties.onUnsupported() == OnUnsupported.FAIL) {
            throw new VirtualThreadsUnavailableException(unsupported);
        }
        return plan;
    }

    @Bean
    static TaskThreadsPostProcessor taskThreadsPostProcessor(ThreadPlan plan) {
        return new TaskThreadsPostProcessor(plan);
    }

    @Bean
    ThreadsReport threadsReport(
            ThreadPlan plan,
            TaskThreadsPostProcessor tasks,
            ObjectProvider<WebThreads> web,
            ObjectProvider<Part> parts,
            ApplicationContext context) {
        return new ThreadsReport(
                plan,
                tasks,
                web.getIfAvailable(() -> WebThreads.NONE),
                parts.orderedStream().toList(),
                context);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnNotWebApplication
    static class NoWebServerConfiguration {

        @Bean
        JvmKeeper jvmKeeper() {
            return new JvmKeeper();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ConfigurableTomcatWebServerFactory.class, VirtualThreadExecutor.class})
    static class TomcatConfiguration {

        @Bean
        TomcatThreadsCustomizer tomcatThreadsCustomizer(
                ThreadPlan plan, ThreadsProperties properties, Environment environment) {
            return new TomcatThreadsCustomizer(
                    plan,
                    properties.tomcat(),
                    environment.containsProperty(TomcatThreadsCustomizer.BOOT_PROCESSOR_CACHE));
        }
    }
}
