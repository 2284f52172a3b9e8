/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.springframework.boot.context.properties.bind.DefaultValue;

import dev.tuned.threads.autoconfigure.ThreadsProperties.TargetMode;

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

    /** How the number of requests is bounded. */
    public enum Limit {
        /** At a number. */
        FIXED,
        /** Found from the response times. */
        ADAPTIVE
    }
}
