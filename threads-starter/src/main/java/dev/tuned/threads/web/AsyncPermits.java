/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.apache.catalina.core.AsyncContextImpl;

/**
 * Permits of the asynchronous requests that are not complete. Tomcat does not notify listeners of every end, so permits are
 * checked: the two that were not checked for longest, whenever one more is added or a request finds no permit. Thread-safe.
 */
final class AsyncPermits {

    /** Permits to check at a time: more than are added, so that the queue does not fill with permits that are back. */
    private static final int LOOKS = 2;

    private final Queue<AsyncPermit> open = new ConcurrentLinkedQueue<>();

    /** Keeps a permit until an asynchronous request is complete; gives it back if that fails, as without memory. */
    AsyncPermit keep(RequestLimiter limiter, AsyncContextImpl context) {
        AsyncPermit permit = null;
        try {
            permit = new AsyncPermit(limiter, context);
            returnSomeLost();
            open.add(permit);
            permit.listen();
            return permit;
        } catch (Throwable ex) {
            if (permit != null) {
                permit.giveBack();
            } else {
                limiter.giveBack();
            }
            throw ex;
        }
    }

    /** Gives some permits back whose requests are over, in constant time. */
    void returnSomeLost() {
        for (int i = 0; i < LOOKS; i++) {
            AsyncPermit permit = open.poll();
            if (permit != null && !permit.isBack()) {
                open.add(permit);
            }
        }
    }

    /** Gives all permits back whose requests are over. */
    void returnAllLost() {
        open.removeIf(AsyncPermit::isBack);
    }
}
