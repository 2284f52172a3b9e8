/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.core.task.support.TaskExecutorAdapter;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.config.BlockingExecutionConfigurer;
import org.springframework.web.reactive.config.WebFluxConfigurer;

import static org.assertj.core.api.Assertions.assertThat;

/** Every asynchronous way to answer a request, on a real server, and Spring WebFlux with methods that block. */
@EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "auto means virtual threads from Java 24 on")
class AsynchronousAnswersIT {

    private static final String REPORTS = "tuned.threads.executors.reports.max-concurrency=2";

    @Test
    void allRunOnVirtualThreadsWithTheLoggingContextOfTheirRequest() {
        try (WebApp app = WebApp.start(
                AsyncApp.class, "tuned.threads.web.mode=platform", "tuned.threads.async.max-concurrency=2", REPORTS)) {
            for (String path : AsynchronousAnswersTests.PATHS) {
                assertThat(app.get("/async/" + path)).as(path).isEqualTo("virtual 42");
            }
        }
    }

    @Test
    void eachExecutorHasItsOwnKind() {
        try (WebApp app = WebApp.start(
                AsyncApp.class, "tuned.threads.async.mode=platform", "spring.threads.virtual.enabled=true", REPORTS)) {
            assertThat(app.get("/async/method")).isEqualTo("platform 42");
            assertThat(app.get("/async/callable")).isEqualTo("platform 42");
            assertThat(app.get("/async/reports")).isEqualTo("virtual 42");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tuned.threads.async.max-concurrency=2                                  | virtual
            spring.threads.virtual.enabled=true                                    | virtual
            tuned.threads.async.mode=platform                                      | platform reactor
            tuned.threads.enabled=false                                            | platform reactor
            spring.threads.virtual.enabled=true,tuned.threads.async.mode=platform  | platform task
            """)
    void methodsOfSpringWebFluxThatBlock(String properties, String kind) {
        assertThat(blockingMethod(ReactiveApp.class, properties.split(",", -1))).startsWith(kind);
    }

    @Test
    void anExecutorThatTheApplicationSetsForThemWins() {
        assertThat(blockingMethod(OwnBlockingExecutor.class)).startsWith("platform reactor");
    }

    private static String blockingMethod(Class<?> application, String... properties) {
        SpringApplicationBuilder builder = new SpringApplicationBuilder(application)
                .web(WebApplicationType.REACTIVE)
                .properties("server.address=127.0.0.1", "server.port=0")
                .properties(properties);
        try (var context = (ReactiveWebServerApplicationContext) builder.run()) {
            String uri = "http://127.0.0.1:" + context.getWebServer().getPort() + "/blocking";
            String body = RestClient.create().get().uri(uri).retrieve().body(String.class);
            return String.valueOf(body);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.tomcat.autoconfigure.reactive.TomcatReactiveWebServerAutoConfiguration",
                "org.springframework.boot.jetty.autoconfigure.reactive.JettyReactiveWebServerAutoConfiguration"
            })
    @Import(Blocking.class)
    static class ReactiveApp {}

    @Configuration(proxyBeanMethods = false)
    @Import(ReactiveApp.class)
    static class OwnBlockingExecutor implements WebFluxConfigurer {

        @Override
        public void configureBlockingExecution(BlockingExecutionConfigurer configurer) {
            AsyncTaskExecutor caller = new TaskExecutorAdapter(new SyncTaskExecutor());
            configurer.setExecutor(caller);
        }
    }

    @RestController
    static class Blocking {

        @GetMapping("/blocking")
        String thread() {
            return WebApp.kind() + " " + Thread.currentThread().getName();
        }
    }
}
