/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.List;

import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

import dev.tuned.threads.plan.ThreadPlan;
import dev.tuned.threads.plan.ThreadsAutoConfiguration;
import dev.tuned.threads.report.ReportContributor;

/** Auto-configuration of Tomcat's connector. */
@AutoConfiguration(after = ThreadsAutoConfiguration.class)
@ConditionalOnBean(name = ThreadPlan.BEAN)
@ConditionalOnClass({ConfigurableTomcatWebServerFactory.class, VirtualThreadExecutor.class})
public final class ThreadsTomcatAutoConfiguration {

    @Bean
    TomcatThreads tunedThreadsTomcatThreads(ThreadPlan tunedThreadsPlan, Environment environment) {
        return new TomcatThreads(tunedThreadsPlan, environment);
    }

    @Bean
    TomcatThreadsCustomizer tunedThreadsTomcatCustomizer(
            ThreadPlan tunedThreadsPlan, TomcatThreads tunedThreadsTomcatThreads, Environment environment) {
        boolean metered = environment.getProperty("server.tomcat.mbeanregistry.enabled", Boolean.class, false);
        return new TomcatThreadsCustomizer(tunedThreadsPlan, tunedThreadsTomcatThreads, metered);
    }

    @Bean
    ReportContributor tunedThreadsTomcatContributor(TomcatThreads tunedThreadsTomcatThreads) {
        return () -> List.of(tunedThreadsTomcatThreads);
    }
}
