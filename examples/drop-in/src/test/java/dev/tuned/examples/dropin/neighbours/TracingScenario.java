/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.List;

import com.example.neighbours.tracing.TracingApplication;

import dev.tuned.examples.dropin.Application;

/** Traces, by Brave, of which each line of the log has the id. */
class TracingScenario extends NeighbourScenario {

    @Override
    public Application application() {
        return market(
                        TracingApplication.class,
                        "spring-boot-micrometer-tracing-brave",
                        "io.micrometer:micrometer-tracing-bridge-brave")
                .arguments(
                        "--management.tracing.sampling.probability=1.0",
                        "--spring.task.execution.propagate-context=true");
    }

    @Override
    List<String> paths() {
        return List.of("/trace?key=1", "/trace?key=1", "/trace?key=2");
    }

    @Override
    void requireActed(String seen) {
        require(
                seen,
                "controller in " + TRACE_ID + ", MDC " + TRACE_ID,
                "INFO  " + TRACE_ID + " com.example.neighbours.Market looks up pears");
    }
}
