/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.http.MediaType;
import org.springframework.http.converter.ResourceHttpMessageConverter;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

import dev.tuned.threads.autoconfigure.ThreadsAutoConfiguration;
import dev.tuned.threads.autoconfigure.ThreadsWebAutoConfiguration;
import dev.tuned.threads.plan.Plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** When resources are sent by sendfile at all, and which size may be asked for. */
class SendfileSettingsTests {

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ThreadsAutoConfiguration.class, ThreadsWebAutoConfiguration.class, WebMvcAutoConfiguration.class));

    @Test
    void onByDefault() {
        runner.run(context -> assertThat(converter(context.getBean("resourceHandlerMapping")))
                .isNotNull()
                .isNotExactlyInstanceOf(ResourceHttpMessageConverter.class));
    }

    @Test
    void offBySwitch() {
        for (String property :
                new String[] {"tuned.threads.tomcat.sendfile.enabled=false", "tuned.threads.enabled=false"}) {
            runner.withPropertyValues(property).run(context -> {
                assertThat(context).doesNotHaveBean(Sendfile.class);
                assertThat(converter(context.getBean("resourceHandlerMapping")))
                        .isExactlyInstanceOf(ResourceHttpMessageConverter.class);
            });
        }
    }

    @Test
    void offWithoutTomcat() {
        runner.withClassLoader(new FilteredClassLoader("org.apache.coyote", "org.apache.catalina"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Sendfile.class));
    }

    @Test
    void whatTheUserSetOnSpringsConverterStays() {
        ResourceHttpMessageConverter springs = new ResourceHttpMessageConverter();
        springs.setDefaultCharset(StandardCharsets.UTF_8);
        springs.setSupportedMediaTypes(List.of(MediaType.TEXT_PLAIN));
        ResourceHttpRequestHandler handler = new ResourceHttpRequestHandler();
        handler.setResourceHttpMessageConverter(springs);
        runner.run(context -> context.getBean(Sendfile.class).install(handler));

        ResourceHttpMessageConverter ours = handler.getResourceHttpMessageConverter();
        assertThat(ours).isNotSameAs(springs);
        assertThat(ours.getDefaultCharset()).isEqualTo(StandardCharsets.UTF_8);
        assertThat(ours.getSupportedMediaTypes()).containsExactly(MediaType.TEXT_PLAIN);
    }

    @Test
    void theConverterOfTheUserStays() {
        ResourceHttpMessageConverter own = new ResourceHttpMessageConverter() {};
        runner.withBean("ownHandler", ResourceHttpRequestHandler.class, () -> {
                    ResourceHttpRequestHandler handler = new ResourceHttpRequestHandler();
                    handler.setResourceHttpMessageConverter(own);
                    return handler;
                })
                .run(context -> {
                    ResourceHttpRequestHandler handler = context.getBean(ResourceHttpRequestHandler.class);
                    assertThat(handler.getResourceHttpMessageConverter()).isSameAs(own);
                });
    }

    @Test
    void aSizeThatCannotBe() {
        assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
                .isThrownBy(() -> Plans.bind(SendfileProperties.class, "tuned.threads.tomcat.sendfile.min-size=-1B"))
                .withMessageContaining("tuned.threads.tomcat.sendfile.min-size with value '-1B'")
                .withMessageContaining("It is negative. Write a size such as 48KB");
    }

    private static Object converter(Object mapping) {
        ResourceHttpRequestHandler handler = (ResourceHttpRequestHandler) ((SimpleUrlHandlerMapping) mapping)
                .getHandlerMap()
                .values()
                .iterator()
                .next();
        return handler.getResourceHttpMessageConverter();
    }
}
