/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Writes one line for each order, and keeps what a check of the log needs: how many there were, and the longest call. */
@Component
class OrderLog {

    private static final Logger log = LoggerFactory.getLogger(OrderController.class);

    private final LongAdder calls = new LongAdder();
    private final LongAccumulator longestNanos = new LongAccumulator(Long::max, 0);

    void accepted(long number, String user, String product, String detail) {
        long begin = System.nanoTime();
        log.info(
                "order {} accepted: user {}, product {}, detail {}",
                number,
                LogText.quote(user),
                LogText.quote(product),
                LogText.quote(detail));
        called(log.isInfoEnabled(), begin);
    }

    /** One line of the order's own, too, and the exception's after it. */
    void undelivered(long number, RuntimeException failure) {
        long begin = System.nanoTime();
        log.warn("order {} accepted: its delivery failed", number, failure);
        called(log.isWarnEnabled(), begin);
    }

    private void called(boolean logged, long begin) {
        if (logged) {
            calls.increment();
            longestNanos.accumulate(System.nanoTime() - begin);
        }
    }

    /** Calls that asked for a line since the start. */
    long calls() {
        return calls.sum();
    }

    /** Nanoseconds of the longest call since this was last asked for; with quoting the text. */
    long takeLongestNanos() {
        return longestNanos.getThenReset();
    }
}
