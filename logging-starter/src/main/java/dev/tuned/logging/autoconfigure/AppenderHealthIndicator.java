/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.install.InstalledLogging;

/**
 * Health of logging: degraded while an appender cannot write and for a minute after it failed or dropped lines. An application
 * that serves is not to be restarted because its log has a gap, so the status is one that Boot neither aggregates to down nor
 * answers with an error.
 */
final class AppenderHealthIndicator extends AbstractHealthIndicator {

    static final Status DEGRADED = new Status("DEGRADED", "Log lines were lost, or are about to be");

    private static final Duration RECENT = Duration.ofMinutes(1);

    private final Supplier<@Nullable InstalledLogging> active;
    private final Clock clock;

    AppenderHealthIndicator(Supplier<@Nullable InstalledLogging> active, Clock clock) {
        super("The state of logging cannot be told");
        this.active = active;
        this.clock = clock;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        InstalledLogging installed = active.get();
        if (installed == null) {
            builder.unknown().withDetail("reason", "not active: another logging system was chosen");
            return;
        }
        builder.up();
        Instant since = clock.instant().minus(RECENT);
        for (AppenderStatistics now : installed.statistics()) {
            if (now.failing() || isAfter(since, now.lastFailureAt()) || isAfter(since, now.lastDropAt())) {
                builder.status(DEGRADED);
            }
            builder.withDetail(now.name(), details(now));
        }
    }

    private static boolean isAfter(Instant since, @Nullable Instant time) {
        return time != null && time.isAfter(since);
    }

    private static Map<String, Object> details(AppenderStatistics now) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("failing", now.failing());
        details.put("queued", now.queued());
        details.put("dropped", now.dropped());
        putIfPresent(details, "lastDropAt", now.lastDropAt());
        putIfPresent(details, "lastFailure", now.lastFailure());
        putIfPresent(details, "lastFailureAt", now.lastFailureAt());
        return details;
    }

    private static void putIfPresent(Map<String, Object> details, String name, @Nullable Object value) {
        if (value != null) {
            details.put(name, value.toString());
        }
    }
}
