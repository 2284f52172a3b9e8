/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.tuned.threads.ConcurrencyLimit;

/**
 * The limiters of requests. Immutable.
 *
 * @param routes those of single routes; the first whose pattern matches counts
 * @param others that of all other requests; null for none
 * @param limit what the limiter of all other requests goes by; null for none
 */
record Limiters(
        List<Route> routes,
        @Nullable ConcurrencyLimiter others,
        @Nullable ConcurrencyLimit limit) {

    /**
     * Requests with a limit of their own, which are not counted in that of all others.
     *
     * @param name pattern of their paths, as the user has written it
     * @param paths the pattern
     * @param limiter the limit
     */
    record Route(String name, PathPatterns paths, ConcurrencyLimiter limiter) {}

    /** @param own what all other requests go by; null for {@code max-concurrency} */
    static Limiters of(@Nullable ConcurrencyLimit own, WebProperties properties) {
        ConcurrencyLimit limit = (own == null && properties.getMaxConcurrency() > 0)
                ? new FixedLimit(properties.getMaxConcurrency())
                : own;
        List<Route> routes = new ArrayList<>();
        properties.getRoutes().forEach((pattern, most) -> {
            ConcurrencyLimiter limiter = new ConcurrencyLimiter(new FixedLimit(most), properties.getMaxWait());
            routes.add(new Route(pattern, new PathPatterns(List.of(pattern)), limiter));
        });
        ConcurrencyLimiter others = (limit != null) ? new ConcurrencyLimiter(limit, properties.getMaxWait()) : null;
        return new Limiters(List.copyOf(routes), others, limit);
    }

    /** All of them. */
    List<ConcurrencyLimiter> all() {
        List<ConcurrencyLimiter> all = new ArrayList<>();
        this.routes.forEach(route -> all.add(route.limiter()));
        if (this.others != null) {
            all.add(this.others);
        }
        return all;
    }
}
