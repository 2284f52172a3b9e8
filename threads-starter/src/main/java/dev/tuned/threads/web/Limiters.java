/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.tuned.threads.ConcurrencyLimit;

/** The limiters of requests. Immutable. */
final class Limiters {

    private final List<Route> routes;
    private final @Nullable ConcurrencyLimiter others;
    private final @Nullable ConcurrencyLimit limit;

    private Limiters(List<Route> routes, @Nullable ConcurrencyLimiter others, @Nullable ConcurrencyLimit limit) {
        this.routes = routes;
        this.others = others;
        this.limit = limit;
    }

    /** Those of single routes; the first whose pattern matches counts. */
    List<Route> routes() {
        return this.routes;
    }

    /** That of all other requests; null for none. */
    @Nullable
    ConcurrencyLimiter others() {
        return this.others;
    }

    /** What the limiter of all other requests goes by; null for none. */
    @Nullable
    ConcurrencyLimit limit() {
        return this.limit;
    }

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
