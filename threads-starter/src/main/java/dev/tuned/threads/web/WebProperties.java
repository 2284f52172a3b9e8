/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.tuned.threads.plan.UserProperties;

/**
 * Settings of the concurrency limits of requests. Types are boxed so that an empty value stands for the default. Those of the
 * threads themselves, {@code mode} and {@code auto}, are in {@link dev.tuned.threads.plan.ThreadsProperties}.
 */
@ConfigurationProperties("tuned.threads.web")
public final class WebProperties implements InitializingBean {

    private static final Duration MAX_DURATION = Duration.ofDays(1);

    /**
     * Concurrency limit of requests: fixed at max-concurrency, or pool (twice the connections of the smallest connection
     * pool).
     */
    private Limit limit = Limit.FIXED;

    /**
     * Number of requests that may be in service at once, 0 for no limit; with limit=pool the most that it may allow, 0 for
     * its own.
     */
    private Integer maxConcurrency = 0;

    /** Longest time, from its arrival on, after which a request that waits for a permit is rejected; 0 to reject at once. */
    private Duration maxWait = Duration.ofMillis(250);

    /** Status of the answer to a request that is rejected. */
    private Integer rejectStatus = 503;

    /** Time after which a rejected client should try again, in whole seconds, at least 1s; 0 for no Retry-After header. */
    private Duration retryAfter = Duration.ofSeconds(1);

    /**
     * Further paths that have no limit, as patterns like /jobs/**; health probes have none wherever Spring Boot maps them.
     */
    private List<String> exemptPaths = List.of();

    /**
     * Concurrency limits of single routes, by pattern of their paths like [/reports/**]; what matches is not counted in the
     * other limit.
     */
    private final Map<String, Integer> routes = new LinkedHashMap<>();

    /** @throws InvalidConfigurationPropertyValueException if a value cannot be used */
    @Override
    public void afterPropertiesSet() {
        check(maxConcurrency >= 0, "max-concurrency", maxConcurrency, "It is negative. Write 0 for no limit.");
        check(isDuration(maxWait), "max-wait", maxWait, "It is not between 0 and 1 day. Write 0 to reject at once.");
        check(
                rejectStatus >= 400 && rejectStatus <= 599,
                "reject-status",
                rejectStatus,
                "It is no status of an error. Write 503, 429 or another status from 400 to 599.");
        check(
                isDuration(retryAfter),
                "retry-after",
                retryAfter,
                "It is not between 0 and 1 day. Write 0 to send no Retry-After header.");
        exemptPaths.forEach(pattern -> checkPattern("exempt-paths", pattern));
        routes.forEach((pattern, limit) -> {
            String name = "routes[" + pattern + "]";
            checkPattern(name, pattern);
            check(limit >= 1, name, limit, "It is below 1. Write how many requests may be in service at once.");
        });
    }

    /** Whether a limit of all requests is requested, other than those of single routes. */
    boolean hasLimit() {
        return maxConcurrency > 0 || limit != Limit.FIXED;
    }

    private static boolean isDuration(Duration value) {
        return !value.isNegative() && value.compareTo(MAX_DURATION) <= 0;
    }

    private static void check(boolean valid, String name, Object value, String reason) {
        UserProperties.check(valid, "tuned.threads.web." + name, value, reason);
    }

    private static void checkPattern(String name, String pattern) {
        String error = PathPatterns.errorIn(pattern);
        check(
                error == null,
                name,
                pattern,
                "The path '%s' %s. Write paths within the application, such as /livez, /jobs/*/state or /actuator/health/**."
                        .formatted(pattern, error));
    }

    public Limit getLimit() {
        return limit;
    }

    public void setLimit(Limit limit) {
        this.limit = limit;
    }

    public Integer getMaxConcurrency() {
        return maxConcurrency;
    }

    public void setMaxConcurrency(Integer maxConcurrency) {
        this.maxConcurrency = maxConcurrency;
    }

    public Duration getMaxWait() {
        return maxWait;
    }

    public void setMaxWait(Duration maxWait) {
        this.maxWait = maxWait;
    }

    public Integer getRejectStatus() {
        return rejectStatus;
    }

    public void setRejectStatus(Integer rejectStatus) {
        this.rejectStatus = rejectStatus;
    }

    public Duration getRetryAfter() {
        return retryAfter;
    }

    public void setRetryAfter(Duration retryAfter) {
        this.retryAfter = retryAfter;
    }

    public List<String> getExemptPaths() {
        return exemptPaths;
    }

    public void setExemptPaths(List<String> exemptPaths) {
        this.exemptPaths = exemptPaths;
    }

    public Map<String, Integer> getRoutes() {
        return routes;
    }

    /** Which concurrency limit requests have. */
    enum Limit {
        /** {@code max-concurrency}. */
        FIXED,

        /** By the smallest connection pool. */
        POOL
    }
}
