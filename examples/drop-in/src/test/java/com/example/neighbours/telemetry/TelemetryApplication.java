/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.telemetry;

import java.io.IOException;

import com.example.neighbours.Market;
import io.opentelemetry.api.trace.Span;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Spring Boot's starter for OpenTelemetry: each request is a span, whose trace is in the log. */
@SpringBootApplication
@Import(Market.class)
public class TelemetryApplication {

    public static void main(String[] args) throws IOException {
        Market.run(TelemetryApplication.class, args);
    }

    @RestController
    public static class TraceController {

        @GetMapping("/trace")
        String trace() {
            return "trace " + Span.current().getSpanContext().getTraceId() + ", MDC " + MDC.get("traceId");
        }
    }
}
