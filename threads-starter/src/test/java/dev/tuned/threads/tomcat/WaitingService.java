/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.AbstractProtocol;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/** A Tomcat with one servlet, stock or with a pool that grows. */
final class WaitingService implements AutoCloseable {

    private final Tomcat tomcat = new Tomcat();

    private final Connector connector = new Connector();

    final AbstractProtocol<?> protocol = (AbstractProtocol<?>) connector.getProtocolHandler();

    final GrowingPool pool;

    /** @param work of a request, which fails with 500 if it throws */
    WaitingService(Callable<?> work, boolean grows, int max) throws LifecycleException {
        tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "work", new Work(work));
        context.addServletMappingDecoded("/", "work");
        CompletedRequests requests = new CompletedRequests(request -> true);
        pool = new GrowingPool(protocol, requests, max, null, () -> "");
        if (grows) {
            tomcat.getEngine().getPipeline().addValve(requests);
            connector.addLifecycleListener(pool);
        }
        tomcat.start();
    }

    int port() {
        return connector.getLocalPort();
    }

    Tomcat tomcat() {
        return tomcat;
    }

    int threads() {
        return ((ThreadPoolExecutor) protocol.getExecutor()).getPoolSize();
    }

    long trials(String outcome) {
        return pool.counts().stream()
                .filter(count -> count.value().equals(outcome))
                .mapToLong(count -> count.number().getAsLong())
                .sum();
    }

    List<?> trials() {
        return (List<?>) Objects.requireNonNull(pool.details().get("trials"));
    }

    @Nullable
    Object obstacle() {
        return pool.details().get("obstacle");
    }

    @Override
    public void close() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }

    private static final class Work extends HttpServlet {

        private static final long serialVersionUID = 1;

        private final transient Callable<?> work;

        Work(Callable<?> work) {
            this.work = work;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            try {
                Object unused = work.call();
            } catch (Exception ex) {
                response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
            }
            response.setContentLength(0);
        }
    }
}
