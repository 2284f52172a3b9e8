/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.stream.IntStream;

import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The threads of a real Tomcat. */
@EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "opens to virtual threads from Java 24 on")
@ExtendWith(OutputCaptureExtension.class)
public class WebServerThreadsIT {

    private static final int BOOT_PROCESSOR_CACHE = 200;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -                                    | -                               | platform | 200
            spring.threads.virtual.enabled=true  | -                               | virtual  | auto
            spring.threads.virtual.enabled=false | -                               | platform | 200
            -                                    | tuned.threads.enabled=false     | platform | 200
            spring.threads.virtual.enabled=true  | tuned.threads.enabled=false     | virtual  | 200
            -                                    | tuned.threads.mode=platform     | platform | 200
            spring.threads.virtual.enabled=true  | tuned.threads.mode=platform     | platform | 200
            spring.threads.virtual.enabled=false | tuned.threads.mode=virtual      | virtual  | auto
            -                                    | tuned.threads.web.mode=platform | platform | 200
            spring.threads.virtual.enabled=true  | tuned.threads.web.mode=platform | platform | 200
            spring.threads.virtual.enabled=true  | tuned.threads.web.mode=virtual  | virtual  | auto
            spring.threads.virtual.enabled=false | tuned.threads.web.mode=virtual  | virtual  | auto
            spring.threads.virtual.enabled=true  | tuned.threads.web.mode=inherit  | virtual  | auto
            spring.threads.virtual.enabled=false | tuned.threads.web.mode=auto     | platform | 200
            -                                    | tuned.threads.async.mode=platform | platform | 200
            """)
    void requestsRunOnTheDecidedThreadsAndTheProcessorCacheMatches(
            String flag, String mode, String kind, String processorCache) {
        try (WebApp app = WebApp.start(property(flag), property(mode))) {
            assertThat(app.get("/kind")).isEqualTo(kind);
            int size = processorCache.equals("auto")
                    ? ProcessorCache.size(Runtime.getRuntime().maxMemory())
                    : Integer.parseInt(processorCache);
            assertThat(app.protocol().getProcessorCache()).isEqualTo(size);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server.tomcat.processor-cache=300",
                "server.tomcat.processorCache=300",
                "server.tomcat.processor-cache=200"
            })
    void processorCacheOfTheUserWins(String property) {
        try (WebApp app = WebApp.start(property)) {
            assertThat(app.protocol().getProcessorCache()).isEqualTo(Integer.parseInt(property.split("=")[1]));
        }
    }

    @Test
    void fourHundredRequestsAreInFlightByDependencyAlone() {
        try (WebApp app = WebApp.start()) {
            List<CompletableFuture<String>> answers = send(app, 400);
            await().atMost(Duration.ofMinutes(1)).until(() -> app.gate().arrived.availablePermits() == 400);
            app.gate().open();
            assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isEqualTo("through"));
        }
    }

    @Test
    void stockStopsAtTwoHundred() {
        try (WebApp app = WebApp.start("tuned.threads.enabled=false")) {
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

    @Test
    void executorOfTheUserWins() {
        try (WebApp app = WebApp.start(WebApp.OwnExecutorApp.class)) {
            ExecutorService own = app.context.getBean("own", ExecutorService.class);
            assertThat(app.protocol().getExecutor()).isSameAs(own);
            assertThat(app.protocol().getProcessorCache()).isEqualTo(BOOT_PROCESSOR_CACHE);
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
