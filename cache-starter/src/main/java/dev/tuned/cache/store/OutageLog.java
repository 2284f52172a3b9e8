/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.util.concurrent.TimeUnit;

import com.github.benmanes.caffeine.cache.Ticker;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Says once that the store is out of reach and once that it is back, however many operations fail. Thread-safe.
 *
 * <p>The store counts as back when an operation succeeds and none has failed for a second: one that answers now and then
 * would otherwise write a line for each answer.
 */
final class OutageLog {

    private static final Log log = LogFactory.getLog(OutageLog.class);

    private static final long QUIET = TimeUnit.SECONDS.toNanos(1);

    private final String location;
    private final Ticker ticker;
    private volatile boolean down;
    private volatile long failedAt;

    OutageLog(String location, Ticker ticker) {
        this.location = location;
        this.ticker = ticker;
    }

    void failed(String summary, Throwable cause) {
        failedAt = ticker.read();
        if (!down && changed(true)) {
            log.warn(location + " does not answer: reads are served from L1 and the loader, "
                    + "nothing is kept in L2 until it answers again. Cause: " + summary);
        }
        log.debug("Operation on " + location + " failed", cause);
    }

    void succeeded() {
        if (down && ticker.read() - failedAt >= QUIET && changed(false)) {
            log.info(location + " answers again: L2 is in use");
        }
    }

    private synchronized boolean changed(boolean now) {
        boolean changed = down != now;
        down = now;
        return changed;
    }
}
