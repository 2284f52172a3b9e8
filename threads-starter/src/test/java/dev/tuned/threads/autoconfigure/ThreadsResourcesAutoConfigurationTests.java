/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.lang.reflect.Method;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcRegistrations;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;
import org.springframework.web.util.ServletRequestPathUtils;

import dev.tuned.threads.resources.FirstSegmentHandlerMapping;
import dev.tuned.threads.resources.ResourcesFirstHandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;

class ThreadsResourcesAutoConfigurationTests {

    private static final String CONTROLLERS = "requestMappingHandlerMapping";

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DispatcherServletAutoConfiguration.class,
                    WebMvcAutoConfiguration.class,
                    ThreadsResourcesAutoConfiguration.class))
            .withUserConfiguration(Files.class, Controller.class);

    @Test
    void staticResourcesOfTheirOwnSegmentComeFirst() {
        this.runner.run(context -> {
            assertThat(first(context, "/files/a/b.txt").getHandler()).isInstanceOf(ResourceHttpRequestHandler.class);
            assertThat(context.getBean(ResourcesFirstHandlerMapping.class).getOrder())
                    .isEqualTo(Ordered.HIGHEST_PRECEDENCE);
        });
    }

    @Test
    void aSegmentThatAControllerSharesAndAnythingElseIsLeftToTheUsualOrder() {
        this.runner.run(context -> {
            assertThat(first(context, "/shared/a.txt")).isNull();
            assertThat(first(context, "/hello")).isNull();
            assertThat(first(context, "/other.txt")).isNull();
            assertThat(first(context, "/")).isNull();
            assertThat(first(context, "//files/a.txt")).isNull();
        });
    }

    @Test
    void aControllerRegisteredWhileRequestsRunIsFoundAtOnce() {
        this.runner.run(context -> {
            RequestMappingHandlerMapping mapping = context.getBean(CONTROLLERS, RequestMappingHandlerMapping.class);
            assertThat(first(context, "/files/now")).isNotNull();
            assertThat(mapping.getHandler(request("/files/now"))).isNull();
            RequestMappingInfo.BuilderConfiguration options = new RequestMappingInfo.BuilderConfiguration();
            options.setPatternParser(mapping.getPatternParser());
            Method method = ReflectionUtils.findMethod(Controller.class, "hello");
            mapping.registerMapping(
                    RequestMappingInfo.paths("/files/{name}").options(options).build(), new Controller(), method);
            assertThat(first(context, "/files/now")).isNull();
            assertThat(mapping.getHandler(request("/files/now"))).isNotNull();
        });
    }

    @Test
    void controllersAreFoundByEveryKindOfPattern() {
        this.runner.run(context -> {
            HandlerMapping mapping = context.getBean(CONTROLLERS, HandlerMapping.class);
            assertThat(mapping).isInstanceOf(FirstSegmentHandlerMapping.class);
            for (String path : new String[] {"/hello", "/", "/shared/x", "/sh%61red/x", "/hello;v=1", "/two/b"}) {
                assertThat(mapping.getHandler(request(path))).as(path).isNotNull();
            }
            assertThat(mapping.getHandler(request("/none"))).isNull();
        });
    }

    @Test
    void aControllerThatMayMeanAnyRequestKeepsTheUsualOrder() {
        this.runner.withUserConfiguration(Catching.class).run(context -> {
            assertThat(first(context, "/files/a.txt")).isNull();
            assertThat(context.getBean(CONTROLLERS, HandlerMapping.class).getHandler(request("/files/a.txt")))
                    .isNotNull();
        });
    }

    @Test
    void aFunctionalRouteKeepsTheUsualOrder() {
        this.runner
                .withUserConfiguration(Routes.class)
                .run(context -> assertThat(first(context, "/files/a.txt")).isNull());
    }

    @Test
    void aMappingOfTheApplicationsOwnKindKeepsTheUsualOrder() {
        this.runner
                .withBean("own", HandlerMapping.class, () -> request -> null)
                .run(context -> assertThat(first(context, "/files/a.txt")).isNull());
    }

    @Test
    void isOffBySwitch() {
        this.runner
                .withPropertyValues("tuned.threads.tomcat.sendfile.enabled=false")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(ResourcesFirstHandlerMapping.class)
                        .doesNotHaveBean(FirstSegmentHandlerMapping.class));
        this.runner
                .withPropertyValues("tuned.threads.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(ThreadsResourcesAutoConfiguration.class));
    }

    @Test
    void theApplicationsOwnRegistrationsWin() {
        this.runner.withUserConfiguration(OwnRegistrations.class).run(context -> {
            assertThat(context).doesNotHaveBean(FirstSegmentHandlerMapping.class);
            assertThat(first(context, "/files/a.txt")).isNull();
        });
    }

    @Test
    void needsSpringMvc() {
        this.runner
                .withClassLoader(new FilteredClassLoader(WebMvcRegistrations.class))
                .run(context ->
                        assertThat(context).hasNotFailed().doesNotHaveBean(ThreadsResourcesAutoConfiguration.class));
    }

    private static HandlerExecutionChain first(ApplicationContext context, String path) throws Exception {
        return context.getBean(ResourcesFirstHandlerMapping.class).getHandler(request(path));
    }

    private static MockHttpServletRequest request(String path) {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", path);
        ServletRequestPathUtils.parseAndCache(request);
        return request;
    }

    @Configuration(proxyBeanMethods = false)
    static class Files implements WebMvcConfigurer {

        @Override
        public void addResourceHandlers(ResourceHandlerRegistry registry) {
            registry.addResourceHandler("/files/**", "/shared/**").addResourceLocations("classpath:/none/");
        }
    }

    @RestController
    static class Controller {

        @GetMapping({"/", "/hello", "/shared/{name}"})
        String hello() {
            return "hello";
        }

        @GetMapping("/two/{name}")
        String two() {
            return "two";
        }
    }

    @RestController
    static class Catching {

        @GetMapping("/{one}/{two}")
        String any() {
            return "any";
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Routes {

        @Bean
        RouterFunction<ServerResponse> routes() {
            return RouterFunctions.route()
                    .GET("/route", request -> ServerResponse.ok().build())
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Controller.class)
    static class OwnRegistrations {

        @Bean
        WebMvcRegistrations registrations() {
            return new WebMvcRegistrations() {};
        }
    }
}
