/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.apache.catalina.core.AsyncContextImpl;

/**
 * Permits of the asynchronous requests that are not complete. Tomcat does not notify listeners of every end, so that these
 * have to be looked at: two at a time, those not seen for longest, whenever one more comes or a request needs a permit.
 * Thread-safe.
 */
final class AsyncPermits {

    /** More than comes at a time, so that permits that are back do not gather here. */
    private static final int LOOKS = 2;

    private final Queue<AsyncPermit> open = new ConcurrentLinkedQueue<>();

    /** Ties a permit to the rest of an asynchronous request; gives it back if that fails, as without memory. */
    AsyncPermit keep(RequestLimiter limiter, AsyncContextImpl context) {
        AsyncPermit permit = null;
        boolean kept = false;
        try {
            permit = new AsyncPermit(limiter, context);
            returnSomeLost();
            open.add(permit);
            permit.listen();
            kept = true;
            return permit;
        } finally {
            if (!kept) {
                if (permit != null) {
                    permit.giveBack();
                } else {
                    limiter.release();
                }
            }
        }
    }

    /** Gives some of those permits back whose requests are over, in constant time. */
    void returnSomeLost() {
        for (int i = 0; i < LOOKS; i++) {
            AsyncPermit permit = open.poll();
            if (permit != null && !permit.isBack()) {
                open.add(permit);
            }
        }
    }

    /** Gives all of those permits back whose requests are over. */
    void returnAllLost() {
        open.removeIf(AsyncPermit::isBack);
    }
}
