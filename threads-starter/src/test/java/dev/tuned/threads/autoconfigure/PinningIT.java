/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import dev.tuned.threads.pinning.PinningMonitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The monitor in an application: log, meter and endpoint tell of the same pin. */
@EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "before Java 24 the event of a pinned thread gives no reason")
@ExtendWith(OutputCaptureExtension.class)
class PinningIT {

    private static final String PLACE = SlowClass.class.getName() + ".<clinit>:";

    @Test
    void aPinnedRequestIsLoggedTimedAndShown(CapturedOutput output) {
        WebApp app = WebApp.start(PinningApp.class, "management.endpoints.web.exposure.include=tunedthreads");
        PinningMonitor monitor = app.context.getBean(PinningMonitor.class);
        try (app) {
            await().until(monitor::isWatching);
            assertThat(app.get("/pinned")).isEqualTo("virtual");
            await().untilAsserted(() -> assertThat(shown(app))
                    .singleElement()
                    .satisfies(place -> assertThat(place)
                            .containsEntry("reason", "class-initializer")
                            .containsEntry("count", 1)));
            await().untilAsserted(() -> assertThat(output).containsOnlyOnce(" at " + PLACE));
            Timer timer = app.context
                    .getBean(MeterRegistry.class)
                    .get("tuned.threads.pinned")
                    .tag("reason", "class-initializer")
                    .timer();
            assertThat(timer.max(TimeUnit.MILLISECONDS)).isGreaterThanOrEqualTo(20);
        }
        assertThat(monitor.isWatching()).isFalse();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> shown(WebApp app) {
        Map<String, Object> part =
                JsonParserFactory.getJsonParser().parseMap(app.get("/actuator/tunedthreads/pinning"));
        assertThat(part).containsEntry("watching", true).containsEntry("threshold", "20ms");
        return ((List<Map<String, Object>>) part.get("places"))
                .stream()
                        .filter(place -> place.get("place").toString().startsWith(PLACE))
                        .toList();
    }

    @Configuration(proxyBeanMethods = false)
    @Import({WebApp.WholeApp.class, Pinned.class})
    static class PinningApp {}

    @RestController
    static class Pinned {

        @GetMapping("/pinned")
        String pinned() {
            return SlowClass.kind;
        }
    }

    static class SlowClass {

        static final String kind = WebApp.kind();

        static {
            try {
                assertThat(new CountDownLatch(1).await(200, TimeUnit.MILLISECONDS))
                        .isFalse();
            } catch (InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
        }
    }
}
