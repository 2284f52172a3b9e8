/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
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
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.config.TaskManagementConfigUtils;

import dev.tuned.threads.autoconfigure.ThreadsProperties.OnUnsupported;
import dev.tuned.threads.limit.ConcurrencyGate;
import dev.tuned.threads.limit.ConcurrencyLimit;

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
        ThreadsProperties properties = properties(environment);
        Boolean bootFlag = environment.getProperty(ThreadRules.BOOT_FLAG, Boolean.class);
        ThreadPlan plan = ThreadPlan.of(properties, bootFlag, Runtime.version().feature());
        String unsupported = plan.unsupported();
        if (unsupported != null && properties.onUnsupported() == OnUnsupported.FAIL) {
            throw new VirtualThreadsUnavailableException(unsupported);
        }
        return plan;
    }

    private static ThreadsProperties properties(Environment environment) {
        return Binder.get(environment).bindOrCreate("tuned.threads", ThreadsProperties.class);
    }

    @Bean
    static TaskThreadsPostProcessor taskThreadsPostProcessor(ThreadPlan plan, Environment environment) {
        return new TaskThreadsPostProcessor(plan, ExecutorPlan.of(plan, properties(environment), environment));
    }

    @Bean
    ThreadsReport threadsReport(
            ThreadPlan plan,
            TaskThreadsPostProcessor tasks,
            ObjectProvider<WebThreads> web,
            ObjectProvider<Part> parts,
            ApplicationContext context) {
        WebThreads webThreads = web.getIfAvailable(() -> WebThreads.NONE);
        return new ThreadsReport(new ThreadWarnings(plan, webThreads, tasks, context), parts, context);
    }

    @Bean
    @Order(10)
    TargetPart webPart(ThreadPlan plan, ThreadsProperties properties, ObjectProvider<WebThreads> web) {
        WebThreads webThreads = web.getIfAvailable(() -> WebThreads.NONE);
        return new TargetPart(plan.web(), properties.web().mode(), webThreads::leftAlone);
    }

    /** Is there without Tomcat, too, to say that nothing is bounded. */
    @Bean
    @Order(15)
    WebBoundPart webBoundPart(
            ThreadsProperties properties,
            ObjectProvider<WebThreads> web,
            ObjectProvider<ConcurrencyGate> gate,
            ObjectProvider<ConcurrencyLimit> limit,
            Environment environment) {
        WebThreads webThreads = web.getIfAvailable(() -> WebThreads.NONE);
        return new WebBoundPart(properties.web(), webThreads, gate, limit, environment);
    }

    @Bean
    @Order(20)
    TargetPart asyncPart(ThreadPlan plan, ThreadsProperties properties, TaskThreadsPostProcessor tasks) {
        return new TargetPart(
                plan.async(), properties.async().mode(), () -> tasks.leftAlone(TaskThreadsPostProcessor.EXECUTOR));
    }

    @Bean
    @Order(25)
    ExecutorsPart executorsPart(
            TaskThreadsPostProcessor tasks, ConfigurableListableBeanFactory beans, Environment environment) {
        return new ExecutorsPart(tasks, beans, environment);
    }

    @Bean
    @Order(30)
    TargetPart schedulingPart(
            ThreadPlan plan, ThreadsProperties properties, TaskThreadsPostProcessor tasks, BeanFactory beans) {
        return new TargetPart(plan.scheduling(), properties.scheduling().mode(), () -> {
            boolean enabled = beans.containsBean(TaskManagementConfigUtils.SCHEDULED_ANNOTATION_PROCESSOR_BEAN_NAME);
            return enabled ? tasks.leftAlone(TaskThreadsPostProcessor.SCHEDULER) : "not enabled";
        });
    }

    @Bean
    @Order(50)
    NoTomcatPart noTomcatPart(ObjectProvider<WebThreads> web, Environment environment) {
        return new NoTomcatPart(web.getIfAvailable(() -> WebThreads.NONE), new SetProperties(environment));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnNotWebApplication
    static class NoWebServerConfiguration {

        @Bean
        NoWebServer noWebServer() {
            return new NoWebServer();
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
                    properties.web(),
                    new SetProperties(environment).contains(TomcatThreadsCustomizer.BOOT_PROCESSOR_CACHE));
        }

        @Bean
        ConnectorTuner connectorTuner(ThreadPlan plan, ThreadsProperties properties, Environment environment) {
            return new ConnectorTuner(
                    properties.tomcat(), plan.web(), new SetProperties(environment), OpenFiles.limit());
        }

        @Bean
        @Order(40)
        TomcatPart tomcatPart(TomcatThreadsCustomizer tomcat, ConnectorTuner connector) {
            return new TomcatPart(tomcat, connector);
        }
    }
}
