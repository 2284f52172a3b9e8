/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.handbook;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.bean.override.convention.TestBean;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartResolver;

import static org.assertj.core.api.Assertions.assertThat;

/** An application with all four starters serves even if it wraps, replaces or mocks the beans that they stand in for. */
@Tag("thorough")
class ReplacedBeansIT {

    /** No Redis is there: the caches are near, and nothing answers behind them. */
    private static final String[] PROPERTIES = {
        "server.address=127.0.0.1",
        "spring.application.name=replaced",
        "spring.cache.type=redis",
        "spring.data.redis.port=1",
        "tuned.cache.near=*"
    };

    private static void requireServes(int port) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/hello"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofString())
                        .body())
                .isEqualTo("hello");
    }

    /** What each nested test does. */
    @DirtiesContext
    abstract static class Serving {

        @LocalServerPort
        int port;

        @Test
        void serves() throws IOException, InterruptedException {
            requireServes(port);
        }
    }

    @Nested
    @SpringBootTest(
            classes = Application.class,
            webEnvironment = WebEnvironment.RANDOM_PORT,
            properties = {
                "server.address=127.0.0.1",
                "spring.application.name=replaced",
                "spring.cache.type=redis",
                "spring.data.redis.port=1",
                "tuned.cache.near=*"
            })
    class Mocks extends Serving {

        @MockitoBean
        MultipartResolver resolver;

        @MockitoBean(name = "applicationTaskExecutor")
        AsyncTaskExecutor executor;

        @MockitoBean(name = "taskScheduler")
        TaskScheduler scheduler;

        @MockitoBean
        CacheManager manager;
    }

    @Nested
    @SpringBootTest(
            classes = Application.class,
            webEnvironment = WebEnvironment.RANDOM_PORT,
            properties = {
                "server.address=127.0.0.1",
                "spring.application.name=replaced",
                "spring.cache.type=redis",
                "spring.data.redis.port=1",
                "tuned.cache.near=*"
            })
    class Spies extends Serving {

        @MockitoSpyBean
        MultipartResolver resolver;

        @MockitoSpyBean(name = "applicationTaskExecutor")
        AsyncTaskExecutor executor;

        @MockitoSpyBean
        CacheManager manager;
    }

    @Nested
    @SpringBootTest(
            classes = Application.class,
            webEnvironment = WebEnvironment.RANDOM_PORT,
            properties = {
                "server.address=127.0.0.1",
                "spring.application.name=replaced",
                "spring.cache.type=redis",
                "spring.data.redis.port=1",
                "tuned.cache.near=*"
            })
    class BeansOfTheTest extends Serving {

        @TestBean(name = "applicationTaskExecutor")
        AsyncTaskExecutor executor;

        @TestBean
        MeterRegistry meters;

        @TestBean
        ObservationRegistry observations;

        static AsyncTaskExecutor executor() {
            return new SimpleAsyncTaskExecutor("of the test");
        }

        static MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        static ObservationRegistry observations() {
            return ObservationRegistry.create();
        }
    }

    @Test
    void wrappersServe() throws IOException, InterruptedException {
        for (Class<?> type : new Class<?>[] {
            MultipartResolver.class, AsyncTaskExecutor.class, TaskScheduler.class, CacheManager.class
        }) {
            try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                    .properties(PROPERTIES)
                    .properties("server.port=0")
                    .initializers(each -> each.getBeanFactory().addBeanPostProcessor(wrapping(type)))
                    .run()) {
                requireServes(context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
            }
        }
    }

    private static BeanPostProcessor wrapping(Class<?> type) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return type.isInstance(bean)
                        ? Proxy.newProxyInstance(
                                type.getClassLoader(),
                                new Class<?>[] {type},
                                (proxy, method, arguments) -> method.invoke(bean, arguments))
                        : bean;
            }
        };
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableCaching
    @EnableAsync
    @EnableScheduling
    @Import(Hello.class)
    static class Application {}

    @RestController
    static class Hello {

        @GetMapping("/hello")
        public String hello() {
            return "hello";
        }

        @Cacheable("cached")
        public String cached(String id) {
            return id;
        }

        @Async
        public void later() {}
    }
}
