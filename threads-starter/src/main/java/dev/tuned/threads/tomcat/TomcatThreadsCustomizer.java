/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

import org.apache.catalina.connector.Connector;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.ProtocolHandler;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.tomcat.TomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.annotation.Order;
import org.springframework.util.ClassUtils;

import dev.tuned.threads.plan.Count;
import dev.tuned.threads.plan.ReportPart;
import dev.tuned.threads.plan.ThreadDecision;
import dev.tuned.threads.plan.ThreadPlan;
import dev.tuned.threads.plan.WebServerThreads;

/**
 * Puts the decided kind of thread and the matching processor cache on Tomcat's connector.
 *
 * <p>The executor is set with Boot's own, by a customizer of the protocol handler; the processor cache has to be set by
 * a customizer of the connector, because these run later and Boot sets its own value in one. Runs right after Boot's customizers
 * for Tomcat (0) and for virtual threads (1); an unordered one of the user's wins.
 */
@Order(2)
public final class TomcatThreadsCustomizer
        implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory>, WebServerThreads, ReportPart {

    private static final String PREFIX = "tomcat-handler-";

    static final String BOOT_PROCESSOR_CACHE = "server.tomcat.processor-cache";

    private final ThreadPlan plan;

    private final boolean metered;

    private final boolean processorCacheIsUsers;

    private @Nullable AbstractProtocol<?> protocol;

    /**
     * @param plan what is decided
     * @param processorCacheIsUsers whether {@code server.tomcat.processor-cache} is set and so has the last word
     * @param metered whether Tomcat's meters of threads are read
     */
    TomcatThreadsCustomizer(ThreadPlan plan, boolean processorCacheIsUsers, boolean metered) {
        this.plan = plan;
        this.processorCacheIsUsers = processorCacheIsUsers;
        this.metered = metered;
    }

    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        if (plan.web().fit() != null
                && factory instanceof TomcatWebServerFactory tomcat
                && TomcatWebServerFactory.DEFAULT_PROTOCOL.equals(tomcat.getProtocol())
                && isVisibleToTomcat()) {
            tomcat.setProtocol(FittingProtocol.class.getName());
        }
        factory.addProtocolHandlerCustomizers(this::setExecutor);
        factory.addConnectorCustomizers(this::setProcessorCache);
    }

    /** Tomcat makes its protocol by name; in a container or under development tools its classes may not see ours. */
    private static boolean isVisibleToTomcat() {
        return ClassUtils.isPresent(FittingProtocol.class.getName(), ProtocolHandler.class.getClassLoader());
    }

    private void setExecutor(ProtocolHandler handler) {
        Executor current = handler.getExecutor();
        boolean boots = current != null && current.getClass() == VirtualThreadExecutor.class;
        if (plan.web().virtual() && (current == null || (boots && metered))) {
            handler.setExecutor(metered ? new CountingVirtualThreads(PREFIX) : new VirtualThreadExecutor(PREFIX));
        } else if (!plan.web().virtual() && boots) {
            // Without an executor the endpoint makes its own pool again, and server.tomcat.threads.* count again.
            handler.setExecutor(null);
        }
    }

    private void setProcessorCache(Connector connector) {
        if (!(connector.getProtocolHandler() instanceof AbstractProtocol<?> handler)) {
            return;
        }
        protocol = handler;
        ThreadDecision.Fit fit = plan.web().fit();
        if (fit != null && handler instanceof FittingProtocol fitting) {
            int stock = handler.getProcessorCache();
            fitting.fitting().fit(new PoolWatcher.Settings(fit.help(), open -> {
                if (!processorCacheIsUsers) {
                    // What was cached beyond stock's size leaves with the next requests.
                    handler.setProcessorCache(
                            open ? ProcessorCache.size(Runtime.getRuntime().maxMemory()) : stock);
                }
            }));
        }
        if (!processorCacheIsUsers && virtual()) {
            handler.setProcessorCache(ProcessorCache.size(Runtime.getRuntime().maxMemory()));
        }
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

    /**
     * Idle request processors that are kept, -1 for all; null where there is no embedded Tomcat. For threads that fit the load
     * what serves now, since when and why.
     */
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

    /** Of a pool that fits the load: 0 where there is none. */
    @Override
    public List<Count> counts() {
        return List.of(
                Count.now("web.virtual", "Requests on virtual threads while waiting requests take the pool", () -> {
                    FittingPool pool = pool();
                    return (pool != null) ? pool.running().size() : 0;
                }),
                Count.total("web.openings", "Times that virtual threads have begun to serve", () -> {
                    FittingPool pool = pool();
                    return (pool != null) ? pool.status().openings() : 0;
                }));
    }

    /** The pool that fits the load; null where there is none, or it is not started. */
    @Nullable
    FittingPool pool() {
        return (protocol instanceof FittingProtocol fitting) ? fitting.fitting().pool() : null;
    }
}
