/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import org.junit.jupiter.api.Test;

import dev.tuned.logging.queue.AppenderStatistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A stream of the application's that logs whenever it is flushed. */
class LoggingWithinFlushTests {

    private final AtomicInteger flushes = new AtomicInteger();

    @Test
    void isWrittenAndCountedLikeAnyOtherAndEnds() {
        try (ConfiguredContext context = new ConfiguredContext("")) {
            Logger logger = context.getLogger("ROOT");
            Stream stream = new Stream(logger);
            TunedAsyncAppender appender = appender(context, stream);
            logger.addAppender(appender);
            for (int i = 1; i <= 3; i++) {
                int number = i;
                logger.info("line {}", number);
                await().until(() -> stream.text().contains("line " + number)
                        && appender.statistics().queued() == 0
                        && stream.text()
                                        .lines()
                                        .filter(line -> line.equals("from a flush"))
                                        .count()
                                >= number);
            }
            appender.drain();
            AppenderStatistics statistics = appender.statistics();
            assertThat(stream.text().lines().filter(line -> line.equals("from a flush")))
                    .hasSize(3);
            assertThat(statistics.written()).isEqualTo(6);
            assertThat(statistics.queued()).isZero();
            assertThat(statistics.accepted()).isEqualTo(statistics.written() + statistics.dropped());
            // Dropped is what a flush logged that had nothing to flush but what a flush had logged.
            assertThat(statistics.dropped()).isPositive().isLessThanOrEqualTo(flushes.get());
        }
    }

    private static TunedAsyncAppender appender(ConfiguredContext context, Stream stream) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%msg%n");
        encoder.start();
        OutputStreamAppender<ILoggingEvent> child = new OutputStreamAppender<>();
        child.setContext(context);
        child.setName("STREAM");
        child.setEncoder(encoder);
        child.setOutputStream(stream);
        child.start();
        TunedAsyncAppender appender = new TunedAsyncAppender();
        appender.setContext(context);
        appender.setName("ASYNC");
        appender.addAppender(child);
        appender.start();
        return appender;
    }

    private final class Stream extends ByteArrayOutputStream {

        private final Logger logger;

        Stream(Logger logger) {
            this.logger = logger;
        }

        String text() {
            return toString(StandardCharsets.UTF_8);
        }

        @Override
        public void flush() {
            flushes.incrementAndGet();
            logger.info("from a flush");
        }
    }
}
