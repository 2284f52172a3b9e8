/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.rig;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.server.context.WebServerPortFileWriter;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.http.HttpMethod;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerRequest;

import static org.assertj.core.api.Assertions.assertThat;

class RigAutoConfigurationTests {

    private final WebApplicationContextRunner services =
            new WebApplicationContextRunner().withConfiguration(AutoConfigurations.of(RigAutoConfiguration.class));

    @Test
    void nothingOfItIsThereUnlessRequested() {
        services.run(context -> assertThat(context)
                .hasSingleBean(TempFiles.class)
                .doesNotHaveBean(WebServerPortFileWriter.class)
                .doesNotHaveBean(FilterRegistrationBean.class)
                .doesNotHaveBean(RouterFunction.class));
    }

    @Test
    void propertiesSwitchItOn(@TempDir Path directory) throws Exception {
        Path report = Files.writeString(directory.resolve("report.html"), "a report");
        services.withPropertyValues(
                        "catalog.mdc=true",
                        "catalog.port-file=" + directory.resolve("port"),
                        "catalog.report=" + report)
                .run(context -> {
                    assertThat(context).hasSingleBean(WebServerPortFileWriter.class);
                    assertThat(context.getBean(FilterRegistrationBean.class).getFilter())
                            .isInstanceOf(RequestMdcFilter.class);
                    RouterFunction<?> routes = context.getBean(RouterFunction.class);
                    ServerRequest request = ServerRequest.create(
                            new MockHttpServletRequest(HttpMethod.GET.name(), "/report"), List.of());
                    assertThat(routes.route(request)).isPresent();
                });
    }

    @Test
    void anApplicationWithoutWebIsLeftAlone() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RigAutoConfiguration.class))
                .run(context -> assertThat(context).doesNotHaveBean(RigAutoConfiguration.class));
    }
}
