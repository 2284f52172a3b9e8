/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.ClassUtils;

import dev.tuned.threads.plan.ThreadPlan;
import dev.tuned.threads.plan.ThreadsProperties.WebMode;
import dev.tuned.threads.report.Count;
import dev.tuned.threads.report.ReportPart;

/** The report of the concurrency limits of requests; without Tomcat it says that there is no limit. */
public record RequestLimitPart(ThreadPlan plan, WebProperties properties, ConfigurableApplicationContext context)
        implements ReportPart {

    private static final String MVC = "org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath";

    @Override
    public String name() {
        return "concurrencyLimit";
    }

    @Override
    public @Nullable String summary() {
        RequestLimiters applied = applied();
        if (applied == null) {
            boolean requested = properties.hasLimit() || !properties.getRoutes().isEmpty();
            return requested ? "requests without a limit (no embedded Tomcat)" : null;
        }
        StringJoiner summary = new StringJoiner(", ");
        RequestLimiter others = applied.others();
        if (others != null && others.limit() == Integer.MAX_VALUE) {
            summary.add("requests without a limit for now (%s)".formatted(others.kind()));
        } else if (others != null) {
            Duration maxWait = properties.getMaxWait();
            String wait = maxWait.isZero() ? "" : "wait up to " + print(maxWait) + ", then ";
            summary.add("at most %d requests (%s), then %s%d"
                    .formatted(others.limit(), others.kind(), wait, properties.getRejectStatus()));
        }
        int routes = applied.routes().size();
        if (routes > 0) {
            summary.add(routes + ((routes == 1) ? " route" : " routes") + " with a limit");
        }
        return summary.toString();
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        RequestLimiters applied = applied();
        RequestLimiter others = (applied != null) ? applied.others() : null;
        if (plan.web() == WebMode.VIRTUAL && others == null) {
            ConnectionPools pools =
                    context.getBeanProvider(ConnectionPools.class).getIfAvailable();
            if (pools != null && pools.smallestNow() != null) {
                warnings.add("requests have no limit on virtual threads. " + ConnectionPoolLimit.advice(pools));
            }
        }
        if (plan.web() != WebMode.BOOT && !context.containsBean("tunedThreadsTomcatThreads")) {
            warnings.add("tuned.threads.web.mode: no effect without an embedded Tomcat");
        }
        int threads =
                (applied != null) ? context.getBean(RequestLimitValve.class).poolThreads() : 0;
        if (plan.web() != WebMode.AUTO
                && threads > 0
                && others != null
                && others.fixed() != null
                && others.limit() >= threads) {
            warnings.add("tuned.threads.web.max-concurrency=%d: never reached by the %d platform threads of Tomcat;"
                            .formatted(others.limit(), threads)
                    + " requests queue before they are counted; set server.tomcat.threads.max above it");
        }
        if (applied != null && ClassUtils.isPresent(MVC, context.getClassLoader())) {
            List<String> routes =
                    applied.routes().stream().map(RequestLimiter::route).toList();
            RouteMappings.withoutAny(context, routes)
                    .forEach(
                            route -> warnings.add(
                                    "tuned.threads.web.routes[" + route
                                            + "]: no controller and no servlet has such a path; correct it, unless a filter or a static file answers there"));
        }
        return warnings;
    }

    @Override
    public Map<String, @Nullable Object> details() {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        RequestLimiters applied = applied();
        details.put("limited", applied != null);
        if (applied == null) {
            return details;
        }
        RequestLimiter others = applied.others();
        if (others != null) {
            details.put("kind", others.kind());
            details.putAll(details(others));
        }
        Map<String, Object> routes = new LinkedHashMap<>();
        applied.routes().forEach(route -> routes.put(route.route(), details(route)));
        details.put("routes", routes);
        details.put("maxWait", print(properties.getMaxWait()));
        details.put("rejectStatus", properties.getRejectStatus());
        return details;
    }

    @Override
    public List<Count> counts() {
        return context.getBeanProvider(RequestLimiters.class).stream()
                .flatMap(limiters -> limiters.all().stream())
                .flatMap(RequestLimitPart::counts)
                .toList();
    }

    private static Stream<Count> counts(RequestLimiter limiter) {
        return Stream.of(
                        Count.now("web.limit", "Requests that may be in service at once", limiter::limit),
                        Count.now("web.active", "Requests in service, without those on exempt paths", limiter::active),
                        Count.now("web.waiting", "Requests that wait for a permit", limiter::waiting),
                        Count.total("web.rejected", "Requests that were rejected", limiter::rejected))
                .map(count -> count.tagged("route", limiter.route()));
    }

    private static Map<String, Object> details(RequestLimiter limiter) {
        Map<String, Object> details = new LinkedHashMap<>();
        counts(limiter).forEach(count -> details.put(count.key(), count.number().getAsLong()));
        return details;
    }

    private @Nullable RequestLimiters applied() {
        RequestLimiters limiters =
                context.getBeanProvider(RequestLimiters.class).getIfAvailable();
        return (limiters != null && context.getBean(RequestLimitValve.class).isApplied()) ? limiters : null;
    }

    private static String print(Duration duration) {
        return DurationStyle.SIMPLE.print(
                duration, (duration.toNanosPart() == 0) ? ChronoUnit.SECONDS : ChronoUnit.MILLIS);
    }
}
