/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.tuned.threads.adaptive.AdaptiveLimit;

/**
 * Meters of the concurrency limits of requests, each with the tag {@code route}: the pattern of a route with a limit of its own,
 * or {@code other}.
 */
final class ConcurrencyLimitMetrics implements MeterBinder {

    private static final String PREFIX = "tuned.threads.web.";

    private final Limiters limiters;

    ConcurrencyLimitMetrics(Limiters limiters) {
        this.limiters = limiters;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        this.limiters.routes().forEach(route -> bind(registry, route.limiter(), Tags.of("route", route.name())));
        ConcurrencyLimiter others = this.limiters.others();
        if (others != null) {
            bind(registry, others, Tags.of("route", "other"));
        }
        if (this.limiters.limit() instanceof AdaptiveLimit adaptive) {
            FunctionCounter.builder(PREFIX + "saturations", adaptive, AdaptiveLimit::saturations)
                    .description("How often the adaptive limit has found the service saturated")
                    .register(registry);
        }
    }

    private static void bind(MeterRegistry registry, ConcurrencyLimiter limiter, Tags tags) {
        Gauge.builder(PREFIX + "active", limiter, ConcurrencyLimiter::active)
                .description("Requests in service, without those on exempt paths")
                .tags(tags)
                .register(registry);
        Gauge.builder(PREFIX + "waiting", limiter, ConcurrencyLimiter::waiting)
                .description("Requests that wait for a permit")
                .tags(tags)
                .register(registry);
        Gauge.builder(PREFIX + "limit", limiter, ConcurrencyLimiter::limit)
                .description("Requests that may be in service at once")
                .tags(tags)
                .register(registry);
        FunctionCounter.builder(PREFIX + "rejected", limiter, ConcurrencyLimiter::rejected)
                .description("Requests that were rejected")
                .tags(tags)
                .register(registry);
    }
}
