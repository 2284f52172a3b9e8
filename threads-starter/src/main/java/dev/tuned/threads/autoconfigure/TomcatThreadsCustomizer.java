/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.concurrent.Executor;

import org.apache.catalina.connector.Connector;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.ProtocolHandler;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/**
 * Puts the decided kind of thread and the matching processor cache on Tomcat's connector.
 *
 * <p>The executor is set with Boot's own, by a customizer of the protocol handler; the processor cache has to be set by
 * a customizer of the connector, because these run later and Boot sets its own value in one.
 */
final class TomcatThreadsCustomizer
        implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory>, WebThreads, Ordered {

    /** Right after Boot's customizers for Tomcat (0) and for virtual threads (1); an unordered one of the user's wins. */
    static final int ORDER = 2;

    static final String BOOT_PROCESSOR_CACHE = "server.tomcat.processor-cache";

    private static final String BOUND = "tuned.threads.web.max-concurrency";

    private static final int UNLIMITED = -1;

    private final ThreadPlan plan;

    private final TomcatProperties properties;

    private final WebProperties web;

    private final boolean processorCacheIsUsers;

    private @Nullable AbstractProtocol<?> protocol;

    /** @param processorCacheIsUsers whether {@code server.tomcat.processor-cache} is set and so has the last word */
    TomcatThreadsCustomizer(
            ThreadPlan plan, TomcatProperties properties, WebProperties web, boolean processorCacheIsUsers) {
        this.plan = plan;
        this.properties = properties;
        this.web = web;
        this.processorCacheIsUsers = processorCacheIsUsers;
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        if (this.plan.differsFromBoot(this.plan.web())) {
            factory.addProtocolHandlerCustomizers(this::setExecutor);
        }
        factory.addConnectorCustomizers(this::setProcessorCache);
    }

    private void setExecutor(ProtocolHandler handler) {
        Executor current = handler.getExecutor();
        if (this.plan.web().virtual() && current == null) {
            handler.setExecutor(new VirtualThreadExecutor("tomcat-handler-"));
        } else if (!this.plan.web().virtual() && current instanceof VirtualThreadExecutor) {
            // Without an executor the endpoint makes its own pool again, and server.tomcat.threads.* count again.
            handler.setExecutor(null);
        }
    }

    private void setProcessorCache(Connector connector) {
        if (!(connector.getProtocolHandler() instanceof AbstractProtocol<?> handler)) {
            return;
        }
        this.protocol = handler;
        Integer fixed = this.properties.fixedProcessorCache();
        if (this.processorCacheIsUsers) {
            return;
        }
        if (fixed != null) {
            handler.setProcessorCache(fixed);
        } else if (virtual()) {
            handler.setProcessorCache(boundsProcessors() ? this.web.maxConcurrency() : UNLIMITED);
        }
    }

    /** Whether no more requests than the bound hold a processor for long; one that waits to be let in holds one, too. */
    private boolean boundsProcessors() {
        return this.web.maxConcurrency() > 0 && this.web.maxWait().isZero();
    }

    @Override
    public boolean virtual() {
        return this.protocol != null && this.protocol.getExecutor() instanceof VirtualThreadExecutor;
    }

    @Override
    public @Nullable String leftAlone() {
        if (this.protocol == null) {
            return NO_TOMCAT;
        }
        Executor executor = this.protocol.getExecutor();
        boolean asDecided = this.plan.web().virtual()
                ? executor instanceof VirtualThreadExecutor
                : executor instanceof ThreadPoolExecutor;
        return asDecided ? null : "left to the application's executor";
    }

    /** Idle request processors that are kept, -1 for all; null where there is no embedded Tomcat. */
    @Nullable
    Integer processorCache() {
        return (this.protocol != null) ? this.protocol.getProcessorCache() : null;
    }

    /** Property that set the processor cache; null where none did. */
    @Nullable
    String processorCacheSetting() {
        if (this.processorCacheIsUsers) {
            return BOOT_PROCESSOR_CACHE;
        }
        if (this.properties.fixedProcessorCache() != null) {
            return TomcatProperties.PROPERTY;
        }
        return (virtual() && boundsProcessors()) ? BOUND : null;
    }
}
