/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.tuned.threads.RequestLimit;
import dev.tuned.threads.RequestLimits;

/** The limiters of requests: of single routes, of which the first with a matching pattern counts, and of all others. Thread-safe. */
public final class RequestLimiters implements RequestLimits {

    private static final Log log = LogFactory.getLog(RequestLimiters.class);

    private final Map<PathPatterns, RequestLimiter> routes = new LinkedHashMap<>();

    private final Map<String, RequestLimiter> all = new LinkedHashMap<>();

    /** @param own limit of all requests without a route; null for {@code max-concurrency} */
    public RequestLimiters(@Nullable RequestLimit own, WebProperties properties) {
        Duration maxWait = properties.getMaxWait();
        properties.getRoutes().forEach((route, most) -> {
            RequestLimiter limiter = new RequestLimiter(route, new FixedLimit(most), maxWait);
            routes.put(new PathPatterns(List.of(route)), limiter);
            all.put(route, limiter);
        });
        int most = properties.getMaxConcurrency();
        RequestLimit limit = (own == null && most > 0) ? new FixedLimit(most) : own;
        if (limit != null) {
            all.put(OTHER, new RequestLimiter(OTHER, limit, maxWait));
        }
    }

    /**
     * Limiter of a request; null for none.
     *
     * @param path as Tomcat decoded and normalized it: no spelling of it escapes its limit, nor a slash at its end
     * @param from index in it at which the path within the application begins
     */
    @Nullable
    RequestLimiter find(String path, int from) {
        String without = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        for (Map.Entry<PathPatterns, RequestLimiter> route : routes.entrySet()) {
            if (route.getKey().match(path, from) || route.getKey().match(without, from)) {
                return route.getValue();
            }
        }
        return others();
    }

    /** Limiter of all requests that match no route; null for none. */
    @Nullable
    RequestLimiter others() {
        return all.get(OTHER);
    }

    List<RequestLimiter> routes() {
        return List.copyOf(routes.values());
    }

    List<RequestLimiter> all() {
        return List.copyOf(all.values());
    }

    @Override
    public Map<String, Integer> current() {
        Map<String, Integer> current = new LinkedHashMap<>();
        all.forEach((route, limiter) -> current.put(route, limiter.limit()));
        return current;
    }

    @Override
    public synchronized void change(String route, int limit) {
        RequestLimiter limiter = all.get(route);
        if (limiter == null) {
            throw new IllegalArgumentException(
                    "There is no limit of requests '%s'; there are %s".formatted(route, all.keySet()));
        }
        FixedLimit fixed = limiter.fixed();
        if (fixed == null) {
            throw new IllegalArgumentException("The limit '%s' is no fixed one: %s says how many may be in service"
                    .formatted(route, limiter.kind()));
        }
        if (limit < 1) {
            throw new IllegalArgumentException(
                    "The limit %d is below 1: write how many requests may be in service at once".formatted(limit));
        }
        int before = fixed.change(limit);
        limiter.limitChanged();
        log.info("tuned threads: limit of requests '%s' changed from %d to %d".formatted(route, before, limit));
    }
}
