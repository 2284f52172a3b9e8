/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Meters of the concurrency limits of requests, each with the tag {@code route}: the pattern of a route with a limit of its own,
 * or {@code other}.
 */
final class RequestLimitMetrics implements MeterBinder {

    private static final String PREFIX = "tuned.threads.web.";

    private final RequestLimiters limiters;

    RequestLimitMetrics(RequestLimiters limiters) {
        this.limiters = limiters;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        this.limiters.all().forEach(limiter -> bind(registry, limiter, Tags.of("route", limiter.route())));
    }

    private static void bind(MeterRegistry registry, RequestLimiter limiter, Tags tags) {
        Gauge.builder(PREFIX + "active", limiter, RequestLimiter::active)
                .description("Requests in service, without those on exempt paths")
                .tags(tags)
                .register(registry);
        Gauge.builder(PREFIX + "waiting", limiter, RequestLimiter::waiting)
                .description("Requests that wait for a permit")
                .tags(tags)
                .register(registry);
        Gauge.builder(PREFIX + "limit", limiter, RequestLimiter::limit)
                .description("Requests that may be in service at once")
                .tags(tags)
                .register(registry);
        FunctionCounter.builder(PREFIX + "rejected", limiter, RequestLimiter::rejected)
                .description("Requests that were rejected")
                .tags(tags)
                .register(registry);
    }
}
