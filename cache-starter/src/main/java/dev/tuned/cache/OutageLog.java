/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import com.github.benmanes.caffeine.cache.Ticker;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import dev.tuned.cache.store.Failures;

/**
 * Says once that L2 is out of reach and once that it is back, however many operations fail. Thread-safe.
 *
 * <p>L2 counts as back when an operation succeeds and none has failed for a second: one that answers now and then
 * would otherwise write a line for each answer.
 */
final class OutageLog {

    private static final Log log = LogFactory.getLog(OutageLog.class);

    private static final long QUIET = TimeUnit.SECONDS.toNanos(1);

    private final Set<String> staleRegions = ConcurrentHashMap.newKeySet();
    private final String location;
    private final Ticker ticker;
    private volatile boolean down;
    private volatile long failedAt;
    private volatile boolean closed;

    OutageLog(String location, Ticker ticker) {
        this.location = location;
        this.ticker = ticker;
    }

    void failed(Throwable error) {
        Throwable cause = Failures.cause(error);
        if (closed || cause instanceof Generation.UnavailableException) {
            return;
        }
        failedAt = ticker.read();
        if (changed(true)) {
            log.warn("Couchbase (" + location + ") does not answer: reads go on from L1 and the loader, "
                    + "nothing is kept in L2 until it answers again. Cause: " + summary(cause));
        } else {
            log.debug("Operation on Couchbase (" + location + ") failed", cause);
        }
    }

    void succeeded() {
        if (down && ticker.read() - failedAt >= QUIET && changed(false)) {
            staleRegions.clear();
            log.info("Couchbase (" + location + ") answers again: L2 is in use");
        }
    }

    /** Warns, once per outage and region, that L2 still holds what the application wanted gone. */
    void staleRisk(String region, String operation, String bound) {
        if (staleRegions.add(region)) {
            log.warn("Couchbase (" + location + ") did not take " + operation + " in cache region '" + region
                    + "': the previous value may be served from L2 " + bound);
        }
    }

    /** From here on the connection ends because the application does. */
    void close() {
        closed = true;
    }

    private synchronized boolean changed(boolean now) {
        boolean changed = down != now;
        down = now;
        return changed;
    }

    /** The SDK's messages go on with a page of context. */
    private static String summary(Throwable cause) {
        String name = cause.getClass().getSimpleName();
        String text = (cause.getMessage() != null) ? name + ": " + cause.getMessage() : name;
        int context = text.indexOf(" {");
        return (context > 0) ? text.substring(0, context) : text;
    }
}
