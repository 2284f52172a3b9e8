/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import dev.tuned.threads.plan.InvalidThreadsConfigurationException;
import dev.tuned.threads.plan.ThreadsProperties.TargetMode;

/**
 * Settings of the threads that handle requests. Immutable.
 *
 * @param mode Kind of thread that handles requests on an embedded Tomcat.
 * @param limit Concurrency limit of requests: fixed at max-concurrency, adaptive (only while the service is saturated), or pool (twice the connections of the smallest connection pool).
 * @param maxConcurrency Number of requests that may be in service at once, 0 for no limit; with limit=adaptive and limit=pool the most that these may allow, 0 for their own.
 * @param maxWait Longest time, from its arrival on, after which a request that waits for a permit is rejected; 0 to reject at once.
 * @param rejectStatus Status of the answer to a request that is rejected.
 * @param retryAfter Time after which a rejected client should try again, in whole seconds, at least 1s; 0 for no Retry-After header.
 * @param exemptPaths Paths that have no limit, as patterns like /actuator/health/**.
 * @param routes Concurrency limits of single routes, by pattern of their paths like [/reports/**]; what matches is not counted in the other limit.
 */
@ConfigurationProperties("tuned.threads.web")
public record WebProperties(
        @DefaultValue("inherit") TargetMode mode,
        @DefaultValue("fixed") Limit limit,
        @DefaultValue("0") Integer maxConcurrency,
        @DefaultValue("250ms") Duration maxWait,
        @DefaultValue("503") Integer rejectStatus,
        @DefaultValue("1s") Duration retryAfter,

        @DefaultValue({"/actuator/health/**", "/livez", "/readyz"})
        List<String> exemptPaths,

        @DefaultValue Map<String, Integer> routes) {

    private static final String PREFIX = "tuned.threads.web";

    private static final Duration LONGEST = Duration.ofDays(1);

    /**
     * @throws InvalidThreadsConfigurationException if a value cannot be used
     */
    public WebProperties {
        check(maxConcurrency >= 0, "max-concurrency", maxConcurrency, "is negative", "Write 0 for no limit.");
        check(isDuration(maxWait), "max-wait", maxWait, "is not between 0 and 1 day", "Write 0 to reject at once.");
        check(
                rejectStatus >= 400 && rejectStatus <= 599,
                "reject-status",
                rejectStatus,
                "is no status of an error",
                "Write 503, 429 or another status from 400 to 599.");
        check(
                isDuration(retryAfter),
                "retry-after",
                retryAfter,
                "is not between 0 and 1 day",
                "Write 0 to send no Retry-After header.");
        exemptPaths = List.copyOf(exemptPaths);
        exemptPaths.forEach(pattern -> checkPattern("exempt-paths", pattern));
        routes = Collections.unmodifiableMap(new LinkedHashMap<>(routes));
        routes.forEach(WebProperties::checkRoute);
    }

    /** Whether requests are to have a limit, other than single routes. */
    boolean isLimited() {
        return this.maxConcurrency > 0 || this.limit != Limit.FIXED;
    }

    private static boolean isDuration(Duration value) {
        return !value.isNegative() && value.compareTo(LONGEST) <= 0;
    }

    private static void check(boolean valid, String name, Object value, String reason, String action) {
        if (!valid) {
            throw new InvalidThreadsConfigurationException(PREFIX + "." + name, value.toString(), reason, action);
        }
    }

    private static void checkRoute(String pattern, Integer limit) {
        checkPattern("routes", pattern);
        check(
                limit >= 1,
                "routes[" + pattern + "]",
                limit,
                "is below 1",
                "Write how many requests may be in service at once.");
    }

    private static void checkPattern(String property, String pattern) {
        try {
            PathPatterns.check(pattern);
        } catch (IllegalArgumentException ex) {
            throw new InvalidThreadsConfigurationException(
                    PREFIX + "." + property,
                    pattern,
                    String.valueOf(ex.getMessage()),
                    "Write paths within the application, such as /livez, /jobs/*/state or /actuator/health/**.");
        }
    }

    /** Which concurrency limit requests have. */
    public enum Limit {
        /** {@code max-concurrency}. */
        FIXED,

        /** None, until the service is saturated. */
        ADAPTIVE,

        /** By the smallest connection pool. */
        POOL
    }
}
