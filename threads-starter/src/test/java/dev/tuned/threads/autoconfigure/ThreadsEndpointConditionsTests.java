/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

import dev.tuned.threads.report.ThreadsReport;
import dev.tuned.threads.report.TunedThreadsEndpoint;

import static org.assertj.core.api.Assertions.assertThat;

/** When there is the endpoint. */
class ThreadsEndpointConditionsTests {

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ThreadsAutoConfiguration.class))
            .withPropertyValues("management.endpoints.web.exposure.include=tunedthreads");

    @Test
    void thereOnceExposed() {
        runner.run(context -> assertThat(context).hasSingleBean(TunedThreadsEndpoint.class));
    }

    @Test
    void notThereUnlessExposed() {
        runner.withPropertyValues("management.endpoints.web.exposure.include=health")
                .run(context -> assertThat(context).doesNotHaveBean(TunedThreadsEndpoint.class));
    }

    @Test
    void offBySwitch() {
        runner.withPropertyValues("tuned.threads.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(TunedThreadsEndpoint.class));
    }

    @Test
    void withoutActuatorTheRestStays() {
        runner.withClassLoader(new FilteredClassLoader(Endpoint.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(ThreadsReport.class)
                        .doesNotHaveBean("tunedThreadsEndpoint"));
    }
}
