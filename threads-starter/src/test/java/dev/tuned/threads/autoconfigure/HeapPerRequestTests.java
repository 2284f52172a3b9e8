/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Heap per request on a real server. */
@ExtendWith(OutputCaptureExtension.class)
class HeapPerRequestTests {

    private static final String METER = "tuned.threads.heap.per.request";

    private static final String[] ALL = {
        "tuned.threads.heap-per-request.enabled=true",
        "tuned.threads.heap-per-request.sample-rate=1",
        "tuned.threads.web.mode=platform"
    };

    @Test
    void measuresWhatARequestAllocatesByThePatternOfItsMapping(CapturedOutput output) {
        try (WebApp app = WebApp.start(AllocatingApp.class, ALL)) {
            app.get("/allocate/1000000");
            app.get("/allocate/3000000");
            // The response is there before the filter is through.
            await().until(() -> meter(app, "/allocate/{bytes}").count() == 2);
            assertThat(meter(app, "/allocate/{bytes}").totalAmount()).isBetween(4e6, 40e6);
            assertThat(meter(app, "/allocate/{bytes}").getId().getBaseUnit()).isEqualTo("bytes");
            assertThat(output).contains(", heap per request sampled at 1.0");
        }
    }

    @Test
    void arrangesNothingByDefault() {
        try (WebApp app = WebApp.start(AllocatingApp.class)) {
            assertThat(app.get("/allocate/1000000")).isEqualTo("1000000");
            assertThat(app.context.containsBean("heapPerRequestFilter")).isFalse();
            assertThat(app.context.getBean(MeterRegistry.class).find(METER).meter())
                    .isNull();
        }
    }

    static DistributionSummary meter(WebApp app, String uri) {
        return app.context.getBean(MeterRegistry.class).find(METER).tag("uri", uri).summaries().stream()
                .findFirst()
                .orElseGet(() -> DistributionSummary.builder("none yet").register(new SimpleMeterRegistry()));
    }

    @Configuration(proxyBeanMethods = false)
    @Import({WebApp.WholeApp.class, Allocating.class})
    static class AllocatingApp {}

    @RestController
    static class Allocating {

        volatile byte[] last = {};

        @GetMapping("/allocate/{bytes}")
        String allocate(@PathVariable int bytes) {
            this.last = new byte[bytes];
            return String.valueOf(this.last.length);
        }
    }
}
