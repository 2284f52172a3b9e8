/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

import dev.tuned.logging.AsyncLogging;
import dev.tuned.logging.stage.StageStatistics;
import dev.tuned.logging.stage.Stages;

/** Endpoint {@code tunedlogging}: what is in force, and what has become of the events of each appender. Thread-safe. */
@Endpoint(id = "tunedlogging")
public final class TunedLoggingEndpoint {

    private final InForce inForce;
    private final ObjectProvider<Stages> stages;

    TunedLoggingEndpoint(InForce inForce, ObjectProvider<Stages> stages) {
        this.inForce = inForce;
        this.stages = stages;
    }

    /** Everything. */
    @ReadOperation
    public Report report() {
        Map<String, AppenderReport> appenders = new LinkedHashMap<>();
        inForce.sinks().forEach(sink -> appenders.put(sink.name(), AppenderReport.of(sink)));
        AsyncLogging installed = inForce.find();
        return new Report(
                (installed != null) ? installed.describe() : "not in force",
                appenders,
                stages.stream().flatMap(each -> each.snapshot().stream()).toList());
    }

    /** One appender, or {@code null} if there is no asynchronous one of that name. */
    @ReadOperation
    public @Nullable AppenderReport appender(@Selector String name) {
        return inForce.sinks().stream()
                .filter(sink -> sink.name().equals(name))
                .findFirst()
                .map(AppenderReport::of)
                .orElse(null);
    }

    /**
     * Everything.
     *
     * @param summary the start-up line as it would be now
     * @param appenders the asynchronous appenders by name
     * @param stages the stages that were timed since the start
     */
    public record Report(String summary, Map<String, AppenderReport> appenders, List<StageStatistics> stages)
            implements OperationResponseBody {}
}
