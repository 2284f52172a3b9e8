/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.concurrent.atomic.AtomicLong;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.servlet.ServletException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(OutputCaptureExtension.class)
class HeapPerRequestFilterTests {

    private final AtomicLong allocated = new AtomicLong(100);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private final HeapPerRequestMeter meter = new HeapPerRequestMeter(1, WebThreads.NONE);

    private final HeapPerRequestFilter filter = new HeapPerRequestFilter(1, this.allocated::get, this.meter);

    private final MockHttpServletRequest request = new MockHttpServletRequest();

    private final MockHttpServletResponse response = new MockHttpServletResponse();

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(ThreadsAutoConfiguration.class, ThreadsHeapAutoConfiguration.class))
            .withPropertyValues("tuned.threads.heap-per-request.enabled=true");

    @Test
    void aRequestThatFailsCounts() {
        this.meter.bindTo(this.registry);
        assertThatExceptionOfType(ServletException.class)
                .isThrownBy(() -> this.filter.doFilter(this.request, this.response, (request, response) -> {
                    this.allocated.addAndGet(500);
                    throw new ServletException();
                }));
        assertThat(this.registry
                        .get("tuned.threads.heap.per.request")
                        .tag("uri", "none")
                        .summary()
                        .totalAmount())
                .isEqualTo(500);
    }

    @Test
    void aThreadThatIsNotCountedForIsNotMeasuredAsZero() throws Exception {
        this.meter.bindTo(this.registry);
        this.allocated.set(-1);
        this.filter.doFilter(this.request, this.response, (request, response) -> this.response.setStatus(201));
        assertThat(this.response.getStatus()).isEqualTo(201);
        assertThat(this.registry.getMeters()).isEmpty();
        assertThat(this.meter.details()).containsEntry("measured", 0L).containsEntry("notKnown", 1L);
    }

    @Test
    void itIsSaidOnceOfThreadsThatAreNotOurs(CapturedOutput output) {
        this.meter.unknown();
        this.meter.unknown();
        assertThat(output).containsOnlyOnce("tuned.threads.heap-per-request.enabled=true: no effect on Thread[");
    }

    @Test
    void samplesAboutTheShareAskedFor() throws Exception {
        HeapPerRequestFilter sampling = new HeapPerRequestFilter(0.25, this.allocated::get, this.meter);
        for (int i = 0; i < 10_000; i++) {
            sampling.doFilter(this.request, this.response, (request, response) -> {});
        }
        assertThat((long) this.meter.details().get("measured")).isBetween(2_000L, 3_000L);
    }

    @Test
    void virtualThreadsAreOneWarningAtTheStart() {
        WebThreads virtual = new WebThreads() {
            @Override
            public boolean virtual() {
                return true;
            }

            @Override
            public String leftAlone() {
                return "";
            }
        };
        assertThat(new HeapPerRequestMeter(1, virtual).warnings())
                .containsExactly("tuned.threads.heap-per-request.enabled=true: no effect, the JVM does not count what"
                        + " virtual threads allocate; set tuned.threads.web.mode=platform to measure");
        assertThat(this.meter.warnings()).isEmpty();
    }

    @Test
    void onWhenAskedFor() {
        this.runner.run(context ->
                assertThat(context).hasSingleBean(HeapPerRequestMeter.class).hasBean("heapPerRequestFilter"));
    }

    @Test
    void offBySwitch() {
        this.runner
                .withPropertyValues("tuned.threads.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("heapPerRequestFilter"));
    }

    @Test
    void meterOfTheUserWins() {
        this.runner
                .withUserConfiguration(OwnMeter.class)
                .run(context -> assertThat(context)
                        .hasSingleBean(HeapPerRequestMeter.class)
                        .hasBean("own"));
    }

    @Test
    void withoutMicrometerThereIsNothingToMeasureFor() {
        this.runner
                .withClassLoader(new FilteredClassLoader(MeterRegistry.class.getPackageName()))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("heapPerRequestFilter"));
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnMeter {

        @Bean
        HeapPerRequestMeter own() {
            return new HeapPerRequestMeter(1, WebThreads.NONE);
        }
    }
}
