/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.Environment;

import dev.tuned.threads.limit.AdaptiveLimit;
import dev.tuned.threads.limit.ConcurrencyGate;
import dev.tuned.threads.limit.ConcurrencyLimit;
import dev.tuned.threads.limit.FixedConcurrencyLimit;

/**
 * The bound on requests.
 *
 * @param gate in force, if any
 * @param limit of the gate
 */
record WebBoundPart(
        WebProperties properties,
        WebThreads web,
        ObjectProvider<ConcurrencyGate> gate,
        ObjectProvider<ConcurrencyLimit> limit,
        Environment environment)
        implements Part {

    private static final String THREADS_MAX = "server.tomcat.threads.max";

    private static final int BOOT_THREADS_MAX = 200;

    @Override
    public String name() {
        return "webBound";
    }

    @Override
    public @Nullable String inForce() {
        ConcurrencyGate inForce = inForceGate();
        if (inForce == null) {
            return isAsked() ? "requests not bounded (no embedded Tomcat)" : null;
        }
        String wait = inForce.maxWait().isZero() ? "" : " wait up to " + print(inForce.maxWait()) + ", then";
        return "at most %d requests (%s), then%s %d"
                .formatted(inForce.limit(), kind(), wait, this.properties.rejectStatus());
    }

    @Override
    public List<String> warnings() {
        ConcurrencyGate inForce = inForceGate();
        if (inForce == null || this.web.virtual() || !(this.limit.getIfUnique() instanceof FixedConcurrencyLimit)) {
            return List.of();
        }
        int threads = this.environment.getProperty(THREADS_MAX, Integer.class, BOOT_THREADS_MAX);
        if (inForce.limit() < threads || this.web.leftAlone() != null) {
            return List.of();
        }
        return List.of("tuned.threads.web.max-concurrency=%d: never reached by the %d platform threads of Tomcat;"
                        .formatted(inForce.limit(), threads)
                + " requests queue before they are counted; set %s above it".formatted(THREADS_MAX));
    }

    @Override
    public Map<String, @Nullable Object> details() {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        ConcurrencyGate inForce = inForceGate();
        details.put("bounded", inForce != null);
        if (inForce != null) {
            details.put("kind", kind());
            details.put("limit", inForce.limit());
            if (this.limit.getIfUnique() instanceof AdaptiveLimit adaptive) {
                details.put("latencyWithoutQueue", print(adaptive.baseline()));
            }
            details.put("active", inForce.active());
            details.put("waiting", inForce.waiting());
            details.put("rejected", inForce.rejected());
            details.put("maxWait", print(inForce.maxWait()));
            details.put("rejectStatus", this.properties.rejectStatus());
        }
        return details;
    }

    private @Nullable ConcurrencyGate inForceGate() {
        return WebThreads.NO_TOMCAT.equals(this.web.leftAlone()) ? null : this.gate.getIfUnique();
    }

    private boolean isAsked() {
        return this.properties.isBounded() || this.limit.getIfUnique() != null;
    }

    private String kind() {
        ConcurrencyLimit used = this.limit.getIfUnique();
        if (used == null) {
            return "the application's";
        }
        if (used instanceof FixedConcurrencyLimit) {
            return "fixed";
        }
        boolean ours = used.getClass().getPackageName().equals(ConcurrencyLimit.class.getPackageName());
        return ours ? "adaptive" : used.getClass().getSimpleName();
    }

    private static String print(Duration duration) {
        boolean seconds = duration.equals(duration.truncatedTo(ChronoUnit.SECONDS));
        return DurationStyle.SIMPLE.print(duration, seconds ? ChronoUnit.SECONDS : ChronoUnit.MILLIS);
    }
}
