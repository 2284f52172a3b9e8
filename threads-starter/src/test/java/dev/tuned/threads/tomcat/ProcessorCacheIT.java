/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import jakarta.servlet.ServletException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the processor cache is for: a wave of 400 requests after another one, each request with a processor of its own. */
@EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "virtual threads that do not pin")
class ProcessorCacheIT {

    private static final int WAVE = 400;

    @Test
    void theSecondWaveReusesTheProcessorsOfTheFirst() {
        // Some requests of the second wave may come before the last processors of the first are back.
        assertThat(processorsForTwoWaves("none=")).isBetween(WAVE, WAVE + 100);
    }

    @Test
    void bootsCacheOfTwoHundredBuildsTheRestAnew() {
        // Processors of the first wave that are back late find room again, and save as many of the second.
        assertThat(processorsForTwoWaves("server.tomcat.processor-cache=200")).isGreaterThan(WAVE + 100);
    }

    private static int processorsForTwoWaves(String property) {
        try (WebApp app = WebApp.start(CountingApp.class, "tuned.threads.web.mode=virtual", property)) {
            wave(app);
            wave(app);
            return app.context.getBean(Processors.class).count();
        }
    }

    private static void wave(WebApp app) {
        app.gate().close();
        CompletableFuture<?>[] answers =
                IntStream.range(0, WAVE).mapToObj(n -> app.getLater("/gate")).toArray(CompletableFuture[]::new);
        await().atMost(Duration.ofMinutes(1)).until(() -> app.gate().arrived.availablePermits() == WAVE);
        app.gate().open();
        CompletableFuture.allOf(answers).join();
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class CountingApp {

        @Bean
        Processors processors() {
            return new Processors();
        }

        @Bean
        WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> counting(Processors processors) {
            return factory -> factory.addEngineValves(processors);
        }
    }

    /** Counts processors by the request object that each has exactly one of. */
    static class Processors extends ValveBase {

        private final Set<Object> requests =
                Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

        Processors() {
            super(true);
        }

        @Override
        public void invoke(Request request, Response response) throws IOException, ServletException {
            requests.add(request.getCoyoteRequest());
            getNext().invoke(request, response);
        }

        int count() {
            return requests.size();
        }
    }
}
