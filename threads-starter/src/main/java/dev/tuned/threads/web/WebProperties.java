/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.tuned.threads.plan.UserProperties;

/**
 * Settings of the concurrency limits of requests. Types are boxed so that an empty value stands for the default. Those of the
 * threads themselves, {@code mode} and {@code auto}, are in {@link dev.tuned.threads.plan.ThreadsProperties}. Immutable.
 *
 * @param limit Concurrency limit of requests: fixed at max-concurrency, or pool (twice the connections of the smallest connection
 *     pool).
 * @param maxConcurrency Number of requests that may be in service at once, 0 for no limit; with limit=pool the most that it may
 *     allow, 0 for its own.
 * @param maxWait Longest time, from its arrival on, after which a request that waits for a permit is rejected; 0 to reject at once.
 * @param rejectStatus Status of the answer to a request that is rejected.
 * @param retryAfter Time after which a rejected client should try again, in whole seconds, at least 1s; 0 for no Retry-After header.
 * @param exemptPaths Further paths that have no limit, as patterns like /jobs/**; health probes have none wherever Spring Boot maps
 *     them.
 * @param routes Concurrency limits of single routes, by pattern of their paths like [/reports/**]; what matches is not counted in
 *     the other limit.
 */
@ConfigurationProperties("tuned.threads.web")
public record WebProperties(
        @DefaultValue("fixed") Limit limit,
        @DefaultValue("0") Integer maxConcurrency,
        @DefaultValue("250ms") Duration maxWait,
        @DefaultValue("503") Integer rejectStatus,
        @DefaultValue("1s") Duration retryAfter,
        @DefaultValue List<String> exemptPaths,
        @DefaultValue Map<String, Integer> routes)
        implements InitializingBean {

    private static final Duration MAX_DURATION = Duration.ofDays(1);

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
        routes.forEach((pattern, most) -> {
            String name = "routes[" + pattern + "]";
            checkPattern(name, pattern);
            check(most >= 1, name, most, "It is below 1. Write how many requests may be in service at once.");
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
        try {
            PathPatterns.check(pattern);
        } catch (IllegalArgumentException ex) {
            check(
                    false,
                    name,
                    pattern,
                    "The path '%s' %s. Write paths within the application, such as /livez, /jobs/*/state or /actuator/health/**."
                            .formatted(pattern, ex.getMessage()));
        }
    }

    /** Which concurrency limit requests have. */
    enum Limit {
        /** {@code max-concurrency}. */
        FIXED,

        /** By the smallest connection pool. */
        POOL
    }
}
