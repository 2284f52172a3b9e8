/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

import jakarta.servlet.ServletException;
import org.apache.catalina.AccessLog;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Counts the requests of a connector that have ended, however they were served: Tomcat notifies an access log once of each, also of asynchronous
 * ones and those of HTTP/2. Thread-safe.
 */
final class CompletedRequests extends ValveBase implements AccessLog {

    private final LongAdder successes = new LongAdder();

    private final LongAdder failures = new LongAdder();

    private volatile Runnable onFailure = () -> {};

    private final Predicate<Request> counted;

    /** @param counted whether a request is one of the connector */
    CompletedRequests(Predicate<Request> counted) {
        super(true);
        this.counted = counted;
    }

    /** Sets what is called after each failure, by the thread of the request. */
    void setOnFailure(Runnable onFailure) {
        this.onFailure = onFailure;
    }

    /** Requests that were answered to the end, below 500 and not 429. */
    long successes() {
        return successes.sum();
    }

    /** All other requests that have ended. */
    long failures() {
        return failures.sum();
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        getNext().invoke(request, response);
    }

    @Override
    public void log(Request request, Response response, long time) {
        if (!counted.test(request)) {
            return;
        }
        int status = response.getStatus();
        // An exception is there if the caller has gone before the end of the answer.
        boolean success =
                status < 500 && status != 429 && !response.getCoyoteResponse().isExceptionPresent();
        (success ? successes : failures).increment();
        if (!success) {
            onFailure.run();
        }
    }

    @Override
    public void setRequestAttributesEnabled(boolean enabled) {
        // Nothing is logged.
    }

    @Override
    public boolean getRequestAttributesEnabled() {
        return false;
    }
}
