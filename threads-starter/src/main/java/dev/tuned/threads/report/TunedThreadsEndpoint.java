/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

import dev.tuned.threads.RequestLimits;

/**
 * Endpoint {@code tunedthreads}: which kind of thread each target has and why, what else is applied, and counts since the start.
 * The carrier threads themselves are shown by Boot's {@code info} ({@code process.virtualThreads}). Thread-safe.
 *
 * <p>By default it is only read. With {@code management.endpoint.tunedthreads.access=unrestricted} it changes the fixed limits
 * of requests and allows trials of a larger pool again, too.
 */
@Endpoint(id = "tunedthreads", defaultAccess = Access.READ_ONLY)
public final class TunedThreadsEndpoint {

    private final ThreadsReport report;

    private final ObjectProvider<RequestLimits> limits;

    public TunedThreadsEndpoint(ThreadsReport report, ObjectProvider<RequestLimits> limits) {
        this.report = report;
        this.limits = limits;
    }

    /** The report of all parts. */
    @ReadOperation
    public Report report() {
        List<ReportPart> parts = report.parts();
        Map<String, Map<String, @Nullable Object>> details = new LinkedHashMap<>();
        parts.forEach(part -> details.put(part.name(), part.details()));
        return new Report(ThreadsReport.summary(parts), details);
    }

    /**
     * Changes a fixed limit of requests, as {@link RequestLimits#change} does.
     *
     * @param limit requests that may be in service at once, at least 1
     * @param route pattern of the route; when not given, the limit of all requests that no limit of a route counts
     * @throws InvalidEndpointRequestException if there is no such limit, or the number cannot be used
     */
    @WriteOperation
    public void changeLimit(int limit, @Nullable String route) {
        RequestLimits current = limits.getIfAvailable();
        if (current == null) {
            throw invalid("There is no limit of requests without an embedded Tomcat", null);
        }
        try {
            current.change((route != null) ? route : RequestLimits.OTHER, limit);
        } catch (IllegalArgumentException ex) {
            throw invalid(String.valueOf(ex.getMessage()), ex);
        }
    }

    /** Allows trials of a larger pool again after one that was the last. */
    @DeleteOperation
    public void allowTrials() {
        report.parts().forEach(ReportPart::reset);
    }

    private static InvalidEndpointRequestException invalid(String reason, @Nullable Exception cause) {
        return new InvalidEndpointRequestException(reason, reason, cause);
    }

    /**
     * The report of all parts.
     *
     * @param summary the start-up line as it would be now
     * @param parts settings and counts since the start, by the name of the part
     */
    public record Report(String summary, Map<String, Map<String, @Nullable Object>> parts)
            implements OperationResponseBody {}
}
