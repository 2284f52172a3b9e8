/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.tracing;

import java.io.IOException;

import com.example.neighbours.Market;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Micrometer Tracing with Brave: lines of the log have the trace that the client began. */
@SpringBootApplication
@EnableAsync
@Import(Market.class)
public class TracingApplication {

    private static final Logger logger = LoggerFactory.getLogger(TracingApplication.class);

    public static void main(String[] args) throws IOException {
        Market.run(TracingApplication.class, args);
    }

    @Service
    public static class Steps {

        private final Tracer tracer;

        Steps(Tracer tracer) {
            this.tracer = tracer;
        }

        @Cacheable("steps")
        public String cached(String key) {
            return "cached in " + trace();
        }

        @Async
        public java.util.concurrent.CompletableFuture<String> asynchronous() {
            logger.info("asynchronous");
            return java.util.concurrent.CompletableFuture.completedFuture("asynchronous in " + trace());
        }

        String trace() {
            Span span = tracer.currentSpan();
            return (span == null ? "no trace" : span.context().traceId()) + ", MDC " + MDC.get("traceId");
        }
    }

    @RestController
    public static class TraceController {

        private final Steps steps;

        TraceController(Steps steps) {
            this.steps = steps;
        }

        @GetMapping("/trace")
        String trace(@RequestParam String key) throws Exception {
            logger.info("before {}", key);
            String cached = steps.cached(key);
            return "controller in " + steps.trace() + "; " + cached + "; "
                    + steps.asynchronous().get();
        }
    }
}
