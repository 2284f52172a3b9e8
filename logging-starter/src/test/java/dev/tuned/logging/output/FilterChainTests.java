/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.helpers.NOPAppender;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Logback by itself loses some of these filters. */
class FilterChainTests {

    private static final int ROUNDS = 5_000;

    @Test
    void aFilterHoldsAlthoughAnotherThreadLogs() throws Exception {
        AtomicReference<Appender<ILoggingEvent>> logged = new AtomicReference<>(appender());
        whileAnotherThread(() -> logged.get().getFilterChainDecision(null), () -> {
            for (int round = 0; round < ROUNDS; round++) {
                Appender<ILoggingEvent> appender = appender();
                logged.set(appender);
                ThresholdFilter filter = threshold();
                FilterChain.putFirst(appender, filter);
                assertThat(appender.getCopyOfAttachedFiltersList()).startsWith(filter);
            }
        });
    }

    private static void whileAnotherThread(Runnable repeated, ThrowingRunnable body) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread other = new Thread(() -> {
            while (!over.get()) {
                repeated.run();
            }
        });
        other.start();
        try {
            body.run();
        } finally {
            over.set(true);
            other.join();
        }
    }

    private static Appender<ILoggingEvent> appender() {
        NOPAppender<ILoggingEvent> appender = new NOPAppender<>();
        appender.addFilter(threshold());
        appender.start();
        return appender;
    }

    /** Decides nothing: it is not started. */
    private static ThresholdFilter threshold() {
        return new ThresholdFilter();
    }

    @FunctionalInterface
    private interface ThrowingRunnable {
        void run() throws Exception;
    }
}
