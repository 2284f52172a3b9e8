/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.limit;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

import jakarta.servlet.ServletException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Knows the requests that a Tomcat engine is handling, to name those that a shutdown gives up. Thread-safe.
 *
 * <p>It notes each of Tomcat's request objects once, and not each request: Tomcat uses the objects again, and empties them
 * in between. So a request costs no more than a look at a slot of an array.
 */
public final class InFlightRequests extends ValveBase {

    /** Slot of a request object that Tomcat leaves to others and keeps from one request to the next. */
    private static final int SLOT = 29;

    /** Guarded by itself, which is asked for once per object only. */
    private final Set<Request> objects = Collections.newSetFromMap(new WeakHashMap<>());

    /** Creates a valve for one engine. */
    public InFlightRequests() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (request.getCoyoteRequest().getNote(SLOT) == null) {
            request.getCoyoteRequest().setNote(SLOT, this);
            synchronized (this.objects) {
                this.objects.add(request);
            }
        }
        getNext().invoke(request, response);
    }

    /**
     * Method and path of each request that is handled or waits to be, without its query. A request that ends meanwhile may
     * still be among them.
     */
    public List<String> list() {
        List<Request> known;
        synchronized (this.objects) {
            known = List.copyOf(this.objects);
        }
        return known.stream()
                .filter(request -> request.getHost() != null)
                .map(request ->
                        request.getMethod() + " " + request.getCoyoteRequest().requestURI())
                .toList();
    }
}
