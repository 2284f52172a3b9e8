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

import dev.tuned.threads.plan.ThreadPlan;
import dev.tuned.threads.plan.UserProperties;
import dev.tuned.threads.report.Count;
import dev.tuned.threads.report.ReportPart;
import dev.tuned.threads.report.WebServerThreads;

/** The report of the concurrency limits of requests; without Tomcat it says that there is no limit. */
record RequestLimitPart(ThreadPlan plan, WebProperties properties, ConfigurableApplicationContext context)
        implements ReportPart {

    private static final List<String> TOMCAT_POOL = List.of(
            "server.tomcat.threads.max", "server.tomcat.threads.min-spare", "server.tomcat.threads.max-queue-capacity");

    private static final int BOOT_THREADS_MAX = 200;

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
        boolean limited = others != null;
        if (web().virtual()) {
            addPoolOfThreads(warnings, limited);
            if (!limited) {
                addConnections(warnings);
            }
        } else if (others != null && others.fixed() != null && !plan.web().mayOpen()) {
            addNeverReached(warnings, others.limit());
        }
        return warnings;
    }

    /** Warns of settings of Tomcat's pool, which limits nothing on virtual threads. */
    private void addPoolOfThreads(List<String> warnings, boolean limited) {
        List<String> set = UserProperties.set(TOMCAT_POOL, context.getEnvironment());
        if (!set.isEmpty()) {
            int threads = context.getEnvironment().getProperty(TOMCAT_POOL.get(0), Integer.class, 0);
            String instead = (threads < 1 || limited)
                    ? ""
                    : "limit requests by tuned.threads.web.max-concurrency=%d, or ".formatted(threads);
            warnings.add("%s: no effect on virtual threads (%s); %sset tuned.threads.web.mode=platform"
                    .formatted(String.join(", ", set), plan.web().reason(), instead));
        }
    }

    /** Warns of a connection pool that is smaller than Tomcat's pool was. */
    private void addConnections(List<String> warnings) {
        ConnectionPools pools = context.getBeanProvider(ConnectionPools.class).getIfAvailable();
        if (pools == null) {
            return;
        }
        pools.addEarlier();
        ConnectionPools.Pool pool = pools.smallest();
        if (pool != null && pool.connections() < BOOT_THREADS_MAX) {
            warnings.add(
                    "requests have no limit, and the connection pool '%s' has %d connections: where it runs dry, requests wait for"
                                    .formatted(pool.name(), pool.connections())
                            + " its time-out and then fail; set tuned.threads.web.limit=pool (at most %d requests), limit the routes"
                                    .formatted(ConnectionPoolLimit.MAX_REQUESTS_PER_CONNECTION * pool.connections())
                            + " that need it by tuned.threads.web.routes, or set max-concurrency");
        }
    }

    private void addNeverReached(List<String> warnings, int limit) {
        int threads = context.getEnvironment().getProperty(TOMCAT_POOL.get(0), Integer.class, BOOT_THREADS_MAX);
        if (limit >= threads && web().notAppliedReason() == null) {
            warnings.add("tuned.threads.web.max-concurrency=%d: never reached by the %d platform threads of Tomcat;"
                            .formatted(limit, threads)
                    + " requests queue before they are counted; set %s above it".formatted(TOMCAT_POOL.get(0)));
        }
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
        for (RequestLimiter route : applied.routes()) {
            routes.put(route.route(), details(route));
        }
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
        boolean none = limiters == null
                || limiters.all().isEmpty()
                || WebServerThreads.NO_TOMCAT.equals(web().notAppliedReason());
        return none ? null : limiters;
    }

    private WebServerThreads web() {
        return WebServerThreads.of(context);
    }

    private static String print(Duration duration) {
        boolean seconds = duration.equals(duration.truncatedTo(ChronoUnit.SECONDS));
        return DurationStyle.SIMPLE.print(duration, seconds ? ChronoUnit.SECONDS : ChronoUnit.MILLIS);
    }
}
