/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

import java.util.Map;

/**
 * The concurrency limits of requests, to be read and changed while the application runs: a bean of web applications on an
 * embedded Tomcat. Thread-safe.
 */
public interface RequestLimits {

    /** Name of the limit of all requests that match no route with a limit. */
    String OTHER = "other";

    /**
     * Requests that may be in service at once now, by pattern of the route as it was configured, and {@link #OTHER}; empty without
     * limits.
     */
    Map<String, Integer> current();

    /**
     * Changes a fixed limit, which is logged. A higher one admits waiting requests at once; a lower one cancels no request that is
     * in service. It holds until the next change or the end of the application.
     *
     * @param route pattern of a route as it was configured, or {@link #OTHER}
     * @param limit requests that may be in service at once, at least 1
     * @throws IllegalArgumentException if there is no such limit, it is not a fixed one, or the number is below 1
     */
    void change(String route, int limit);
}
