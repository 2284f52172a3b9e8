/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.env.Environment;

import dev.tuned.threads.autoconfigure.ThreadsProperties.TargetMode;
import dev.tuned.threads.limit.ExemptPaths;

/**
 * Settings of the threads that handle requests. Immutable.
 *
 * @param mode Kind of thread that handles requests on an embedded Tomcat.
 * @param limit How the number of requests that are handled at once is bounded: fixed at max-concurrency, or adaptive, found from the response times.
 * @param maxConcurrency Number of requests that may be handled at once, 0 for no bound; with an adaptive limit the most it may allow, 0 for its own.
 * @param maxWait Longest time that a request waits to be let in.
 * @param rejectStatus Status of the answer to a request that is not let in.
 * @param retryAfter Time after which a rejected client should try again, in whole seconds, at least 1s; 0 for no Retry-After header.
 * @param exemptPaths Paths that are never bounded, as patterns like /actuator/health/**.
 */
public record WebProperties(
        @DefaultValue("inherit") TargetMode mode,
        @DefaultValue("fixed") Limit limit,
        @DefaultValue("0") int maxConcurrency,
        @DefaultValue("0") Duration maxWait,
        @DefaultValue("503") int rejectStatus,
        @DefaultValue("1s") Duration retryAfter,

        @DefaultValue({"/actuator/health/**", "/livez", "/readyz"})
        List<String> exemptPaths) {

    private static final String PREFIX = "tuned.threads.web";

    private static final Duration LONGEST = Duration.ofDays(1);

    /**
     * @throws InvalidThreadsConfigurationException if a value cannot be used
     */
    public WebProperties {
        check(maxConcurrency >= 0, "max-concurrency", maxConcurrency, "is negative", "Write 0 for no bound.");
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
        exemptPaths.forEach(WebProperties::checkPattern);
    }

    static WebProperties of(Environment environment) {
        return Binder.get(environment).bindOrCreate(PREFIX, WebProperties.class);
    }

    /** Whether requests are to be bounded, at a number or adaptively. */
    boolean isBounded() {
        return this.maxConcurrency > 0 || this.limit == Limit.ADAPTIVE;
    }

    private static boolean isDuration(Duration value) {
        return !value.isNegative() && value.compareTo(LONGEST) <= 0;
    }

    private static void check(boolean valid, String name, Object value, String reason, String action) {
        if (!valid) {
            throw new InvalidThreadsConfigurationException(PREFIX + "." + name, value.toString(), reason, action);
        }
    }

    private static void checkPattern(String pattern) {
        try {
            ExemptPaths.check(pattern);
        } catch (IllegalArgumentException ex) {
            throw new InvalidThreadsConfigurationException(
                    PREFIX + ".exempt-paths",
                    pattern,
                    String.valueOf(ex.getMessage()),
                    "Write paths within the application, such as /livez, /jobs/*/state or /actuator/health/**.");
        }
    }

    /** How the number of requests is bounded. */
    public enum Limit {
        /** At a number. */
        FIXED,
        /** Found from the response times. */
        ADAPTIVE
    }
}
