/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.concurrent.Executor;

import org.apache.catalina.connector.Connector;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.ProtocolHandler;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.tomcat.TomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.annotation.Order;
import org.springframework.util.ClassUtils;

import dev.tuned.threads.plan.ThreadDecision;
import dev.tuned.threads.plan.ThreadPlan;

/**
 * Puts the decided kind of thread and the matching processor cache on Tomcat's connector.
 *
 * <p>The executor is set where Boot sets its own, by a customizer of the protocol handler. The processor cache is set by a
 * customizer of the connector, because these run later and Boot sets its own value in one. Runs right after Boot's customizers for
 * Tomcat (0) and for virtual threads (1); an unordered one of the user's wins.
 */
@Order(2)
public final class TomcatThreadsCustomizer implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {

    private static final String PREFIX = "tomcat-handler-";

    private final ThreadPlan plan;

    private final TomcatThreads threads;

    private final boolean metered;

    /**
     * @param threads is notified of the connector
     * @param metered whether Tomcat's meters of threads are read
     */
    TomcatThreadsCustomizer(ThreadPlan plan, TomcatThreads threads, boolean metered) {
        this.plan = plan;
        this.threads = threads;
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
        factory.addConnectorCustomizers(this::configure);
    }

    /** Tomcat creates its protocol by name; in a container or with development tools Tomcat's classes may not see this one. */
    private static boolean isVisibleToTomcat() {
        return ClassUtils.isPresent(FittingProtocol.class.getName(), ProtocolHandler.class.getClassLoader());
    }

    private void setExecutor(ProtocolHandler handler) {
        Executor current = handler.getExecutor();
        boolean boots = current != null && current.getClass() == VirtualThreadExecutor.class;
        if (plan.web().virtual() && (current == null || (boots && metered))) {
            handler.setExecutor(metered ? new CountingVirtualThreads(PREFIX) : new VirtualThreadExecutor(PREFIX));
        } else if (!plan.web().virtual() && boots) {
            // Without an executor the endpoint creates its own pool again, with server.tomcat.threads.*.
            handler.setExecutor(null);
        }
    }

    private void configure(Connector connector) {
        if (connector.getProtocolHandler() instanceof AbstractProtocol<?> handler) {
            threads.connector(handler);
            ThreadDecision.Fit fit = plan.web().fit();
            if (fit != null && handler instanceof FittingProtocol fitting) {
                fitLoad(fitting, fit);
            }
            if (!threads.isProcessorCacheUsers() && threads.virtual()) {
                handler.setProcessorCache(
                        ProcessorCache.size(Runtime.getRuntime().maxMemory()));
            }
        }
    }

    private void fitLoad(FittingProtocol protocol, ThreadDecision.Fit fit) {
        int stock = protocol.getProcessorCache();
        protocol.fitting().fit(new PoolWatcher.Settings(fit.mayOpen(), fit.hint(), open -> {
            if (!threads.isProcessorCacheUsers()) {
                // Processors beyond stock's size leave the cache with the next requests.
                protocol.setProcessorCache(
                        open ? ProcessorCache.size(Runtime.getRuntime().maxMemory()) : stock);
            }
        }));
    }
}
