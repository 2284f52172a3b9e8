/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.ToLongFunction;

import org.apache.coyote.AbstractProtocol;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

import dev.tuned.threads.plan.ThreadPlan;
import dev.tuned.threads.report.Count;
import dev.tuned.threads.report.ReportPart;
import dev.tuned.threads.report.WebServerThreads;

/**
 * The threads of the connector of the application's Tomcat, for the report: with the idle request processors that are kept, -1 for
 * all; and for threads that fit the load with those that serve now, since when and why.
 */
final class TomcatThreads implements WebServerThreads, ReportPart {

    private static final String BOOT_PROCESSOR_CACHE = "server.tomcat.processor-cache";

    private final ThreadPlan plan;

    private final boolean processorCacheIsUsers;

    private @Nullable AbstractProtocol<?> protocol;

    TomcatThreads(ThreadPlan plan, Environment environment) {
        this.plan = plan;
        processorCacheIsUsers = environment.containsProperty(BOOT_PROCESSOR_CACHE);
    }

    /** Whether {@code server.tomcat.processor-cache} is set, which then stays. */
    boolean isProcessorCacheUsers() {
        return processorCacheIsUsers;
    }

    /** Takes note of the connector's protocol, when the connector is customized. */
    void connector(AbstractProtocol<?> handler) {
        protocol = handler;
    }

    @Override
    public boolean virtual() {
        return protocol != null && protocol.getExecutor() instanceof VirtualThreadExecutor;
    }

    @Override
    public @Nullable String notAppliedReason() {
        if (protocol == null) {
            return NO_TOMCAT;
        }
        Executor executor = protocol.getExecutor();
        boolean asDecided = plan.web().virtual()
                ? executor instanceof VirtualThreadExecutor
                : executor instanceof ThreadPoolExecutor;
        return asDecided ? null : "left to the application's executor";
    }

    /** The pool that fits the load; null where there is none, or it is not started. */
    @Nullable
    FittingPool pool() {
        return (protocol != null && protocol.getExecutor() instanceof FittingPool pool) ? pool : null;
    }

    @Override
    public String name() {
        return "tomcat";
    }

    @Override
    public @Nullable String summary() {
        if (protocol == null) {
            return null;
        }
        int size = protocol.getProcessorCache();
        return "Tomcat processor cache " + ((size < 0) ? "unlimited" : String.valueOf(size))
                + (processorCacheIsUsers ? " (" + BOOT_PROCESSOR_CACHE + ")" : "");
    }

    @Override
    public Map<String, @Nullable Object> details() {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        details.put("processorCache", (protocol != null) ? protocol.getProcessorCache() : null);
        FittingPool pool = pool();
        if (pool != null) {
            PoolWatcher.Status status = pool.status();
            details.put("serving", status.threads());
            details.put("since", status.since().toString());
            details.put("why", status.why());
            details.put("openings", status.openings());
            details.put("onVirtualThreads", pool.running().size());
        }
        return details;
    }

    /** Counts of a pool that fits the load, 0 where there is none. */
    @Override
    public List<Count> counts() {
        return List.of(
                Count.now(
                        "web.virtual",
                        "Requests on virtual threads while waiting requests take the pool",
                        () -> number(pool -> pool.running().size())),
                Count.total(
                        "web.openings",
                        "Times that virtual threads have begun to serve",
                        () -> number(pool -> pool.status().openings())));
    }

    private long number(ToLongFunction<FittingPool> number) {
        FittingPool pool = pool();
        return (pool != null) ? number.applyAsLong(pool) : 0;
    }
}
