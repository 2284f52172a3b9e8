/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * Endpoint {@code tunedthreads}: which thread each target has and why, what else is applied, and what it has done since the
 * start. The carrier threads themselves are shown by Boot's {@code info} ({@code process.virtualThreads}). Thread-safe.
 *
 * <p>One operation: Spring MVC looks at those of all exposed endpoints with each request to the application.
 */
@Endpoint(id = "tunedthreads")
public final class TunedThreadsEndpoint {

    private final ThreadsReport report;

    TunedThreadsEndpoint(ThreadsReport report) {
        this.report = report;
    }

    /** Everything. */
    @ReadOperation
    public Report report() {
        List<ReportPart> parts = this.report.parts();
        Map<String, Map<String, @Nullable Object>> details = new LinkedHashMap<>();
        parts.forEach(part -> details.put(part.name(), part.details()));
        return new Report(this.report.summary(parts), details);
    }

    /**
     * Everything.
     *
     * @param summary the start-up line as it would be now
     * @param parts settings and counts since the start, by the name of the part
     */
    public record Report(String summary, Map<String, Map<String, @Nullable Object>> parts)
            implements OperationResponseBody {}
}
