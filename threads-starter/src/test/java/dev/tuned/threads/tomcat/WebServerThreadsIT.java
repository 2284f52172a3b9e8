/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.AbstractProtocol;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.tomcat.TomcatWebServer;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The threads of a real Tomcat. */
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "needs virtual threads")
class WebServerThreadsIT {

    /** Of Tomcat and of Spring Boot, whatever the threads are. */
    private static final int PROCESSOR_CACHE = 200;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -                                    | -                                     | platform
            spring.threads.virtual.enabled=true  | -                                     | virtual
            spring.threads.virtual.enabled=false | -                                     | platform
            -                                    | tuned.threads.enabled=false           | platform
            spring.threads.virtual.enabled=true  | tuned.threads.enabled=false           | virtual
            -                                    | tuned.threads.web.mode=boot           | platform
            spring.threads.virtual.enabled=true  | tuned.threads.web.mode=boot           | virtual
            -                                    | tuned.threads.web.mode=platform       | platform
            spring.threads.virtual.enabled=true  | tuned.threads.web.mode=platform       | platform
            -                                    | tuned.threads.web.mode=virtual        | virtual
            spring.threads.virtual.enabled=true  | tuned.threads.web.mode=virtual        | virtual
            spring.threads.virtual.enabled=false | tuned.threads.web.mode=virtual        | virtual
            -                                    | tuned.threads.web.mode=auto           | platform
            spring.threads.virtual.enabled=true  | tuned.threads.web.mode=auto           | platform
            -                                    | tuned.threads.async.mode=virtual      | platform
            -                                    | tuned.threads.scheduling.mode=virtual | platform
            """)
    void requestsRunOnTheDecidedThreads(String flag, String mode, String kind) {
        try (WebApp app = WebApp.start(property(flag), property(mode))) {
            assertThat(app.get("/kind")).isEqualTo(kind);
            assertThat(app.protocol().getProcessorCache()).isEqualTo(PROCESSOR_CACHE);
        }
    }

    /** All that there is of a connector and its engine, beside stock. */
    @ParameterizedTest
    @ValueSource(strings = {"none=", "spring.threads.virtual.enabled=true"})
    void byDependencyAloneNothingOfOursIsOnTheConnector(String flag) {
        try (WebApp stock = WebApp.start(flag, "tuned.threads.enabled=false");
                WebApp app = WebApp.start(flag)) {
            assertThat(parts(app)).isEqualTo(parts(stock));
            assertThat(app.get("/name")).matches("(http-nio-127.0.0.1-auto-\\d+-exec-|tomcat-handler-)\\d+");
        }
    }

    private static List<String> parts(WebApp app) {
        AbstractProtocol<?> protocol = app.protocol();
        Tomcat tomcat = ((TomcatWebServer) app.context.getWebServer()).getTomcat();
        Stream<Object> parts = Stream.of(
                        Stream.of(protocol, protocol.getExecutor()),
                        Stream.of(tomcat.getConnector().findLifecycleListeners()),
                        Stream.of(tomcat.getEngine().getPipeline().getValves()),
                        Stream.of(tomcat.getHost().getPipeline().getValves()),
                        Stream.of(protocol.findUpgradeProtocols()))
                .flatMap(part -> part);
        return Stream.concat(
                        parts.map(part -> part.getClass().getName()),
                        Stream.of(protocol.getMaxThreads(), protocol.getMinSpareThreads(), protocol.getMaxQueueSize())
                                .map(String::valueOf))
                .toList();
    }

    @Test
    void fourHundredRequestsAreInServiceOnVirtualThreads() {
        try (WebApp app = WebApp.start("tuned.threads.web.mode=virtual")) {
            List<CompletableFuture<String>> answers = send(app, 400);
            await().atMost(Duration.ofMinutes(1)).until(() -> app.gate().arrived.availablePermits() == 400);
            app.gate().open();
            assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isEqualTo("through"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none=", "tuned.threads.web.mode=platform"})
    void twoHundredAreInServiceByDependencyAloneAndOnPlatformThreads(String mode) {
        try (WebApp app = WebApp.start(mode)) {
            send(app, 400);
            awaitInFlightAndQueued(app, 200, 200);
        }
    }

    @Test
    void threadsMaxBoundsPlatformWebAlthoughBootsFlagIsTrue() {
        try (WebApp app = WebApp.start(
                "spring.threads.virtual.enabled=true",
                "tuned.threads.web.mode=platform",
                "server.tomcat.threads.max=2",
                "server.tomcat.threads.min-spare=1")) {
            send(app, 5);
            awaitInFlightAndQueued(app, 2, 3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"boot", "platform", "virtual", "auto"})
    void executorOfTheUserWins(String mode) {
        try (WebApp app = WebApp.start(WebApp.OwnExecutorApp.class, "tuned.threads.web.mode=" + mode)) {
            ExecutorService own = app.context.getBean("own", ExecutorService.class);
            assertThat(app.protocol().getExecutor()).isSameAs(own);
            assertThat(app.protocol().getProcessorCache()).isEqualTo(PROCESSOR_CACHE);
            assertThat(app.get("/kind")).isEqualTo("platform");
        }
    }

    private static List<CompletableFuture<String>> send(WebApp app, int requests) {
        return IntStream.range(0, requests).mapToObj(n -> app.getLater("/gate")).toList();
    }

    /** Both together are all that were sent, so nobody else can come in any more. */
    private static void awaitInFlightAndQueued(WebApp app, int inFlight, int queued) {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) app.protocol().getExecutor();
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            assertThat(pool.getQueue()).hasSize(queued);
            assertThat(app.gate().arrived.availablePermits()).isEqualTo(inFlight);
        });
    }

    private static String property(String property) {
        return property.equals("-") ? "none=" : property;
    }
}
