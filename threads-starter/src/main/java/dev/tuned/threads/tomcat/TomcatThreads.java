/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.ProtocolHandler;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

import dev.tuned.threads.plan.ThreadPlan;
import dev.tuned.threads.plan.ThreadsProperties.WebMode;
import dev.tuned.threads.report.Count;
import dev.tuned.threads.report.ReportPart;

/**
 * Puts the planned threads on Tomcat's connector, and reports them; as Spring Boot, it puts nothing.
 *
 * <p>The executor is set where Boot sets its own, by a customizer of the protocol handler. Runs right after Boot's customizers for
 * Tomcat (0) and for virtual threads (1); an unordered one of the user's wins.
 */
@Order(2)
public final class TomcatThreads implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory>, ReportPart {

    private static final String THREADS_MAX = "server.tomcat.threads.max";

    private static final String HINT =
            "web as Spring Boot (tuned.threads.web.mode=auto lets Tomcat's pool grow while requests wait for a thread)";

    private final ThreadPlan plan;

    private final Environment environment;

    private final Supplier<String> advice;

    private @Nullable AbstractProtocol<?> protocol;

    private @Nullable GrowingPool growing;

    /** @param advice lines of configuration for a service with something scarce */
    public TomcatThreads(ThreadPlan plan, Environment environment, Supplier<String> advice) {
        this.plan = plan;
        this.environment = environment;
        this.advice = advice;
    }

    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        if (plan.web() != WebMode.BOOT) {
            factory.addProtocolHandlerCustomizers(this::setExecutor);
        }
        CompletedRequests requests = (plan.web() == WebMode.AUTO)
                ? new CompletedRequests(request -> request.getConnector().getProtocolHandler() == protocol)
                : null;
        if (requests != null) {
            factory.addEngineValves(requests);
        }
        factory.addConnectorCustomizers(connector -> {
            if (connector.getProtocolHandler() instanceof AbstractProtocol<?> handler) {
                protocol = handler;
                if (requests != null) {
                    String obstacle = environment.containsProperty(THREADS_MAX) ? THREADS_MAX : null;
                    growing = new GrowingPool(handler, requests, plan.maxConcurrency(), obstacle, advice);
                    connector.addLifecycleListener(growing);
                }
            }
        });
    }

    private void setExecutor(ProtocolHandler handler) {
        Executor current = handler.getExecutor();
        boolean boots = current != null && current.getClass() == VirtualThreadExecutor.class;
        if (plan.web() == WebMode.VIRTUAL && current == null) {
            handler.setExecutor(new VirtualThreadExecutor("tomcat-handler-"));
        } else if (plan.web() != WebMode.VIRTUAL && boots) {
            // Without an executor the endpoint creates its own pool again, with server.tomcat.threads.*.
            handler.setExecutor(null);
        }
    }

    /** The threads as they are, or why they are left as they were. */
    private String effective() {
        if (protocol == null) {
            return "left alone (no embedded Tomcat)";
        }
        boolean pool = protocol.getExecutor() instanceof ThreadPoolExecutor;
        boolean virtual = protocol.getExecutor() instanceof VirtualThreadExecutor;
        boolean applied = plan.web() == WebMode.BOOT || ((plan.web() == WebMode.VIRTUAL) ? virtual : pool);
        return !applied ? "left to the application's executor" : virtual ? "virtual" : "platform";
    }

    @Override
    public String name() {
        return "web";
    }

    @Override
    public @Nullable String summary() {
        if (plan.web() == WebMode.BOOT) {
            return (protocol != null && protocol.getMaxThreads() == ThreadPlan.DEFAULT_THREADS) ? HINT : null;
        }
        return "web " + effective() + ((growing != null) ? growing.summary() : "");
    }

    @Override
    public Map<String, @Nullable Object> details() {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        details.put("requested", ThreadPlan.text(plan.web()));
        details.put("effective", effective());
        if (growing != null) {
            details.putAll(growing.details());
        }
        return details;
    }

    @Override
    public List<Count> counts() {
        return (growing != null) ? growing.counts() : List.of();
    }

    @Override
    public void reset() {
        if (growing != null) {
            growing.beginAgain();
        }
    }
}
