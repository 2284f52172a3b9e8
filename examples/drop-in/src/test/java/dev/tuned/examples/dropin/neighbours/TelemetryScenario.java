/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.List;

import com.example.neighbours.telemetry.TelemetryApplication;

import dev.tuned.examples.dropin.Application;

/** Spring Boot's starter for OpenTelemetry. */
class TelemetryScenario extends NeighbourScenario {

    @Override
    public Application application() {
        return market(TelemetryApplication.class, "spring-boot-starter-opentelemetry")
                .arguments("--management.tracing.sampling.probability=1.0");
    }

    @Override
    List<String> paths() {
        return List.of("/trace", "/trace");
    }

    @Override
    void requireActed(String seen) {
        require(seen, "trace " + TRACE_ID + ", MDC " + TRACE_ID);
    }

    @Override
    public boolean inSlice() {
        return false;
    }
}
