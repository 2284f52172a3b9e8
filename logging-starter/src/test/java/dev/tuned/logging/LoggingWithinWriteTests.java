/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A stream or an encoder of the application's that logs while it works, once for what the application logged: in Logback one that did so
 * for its own lines, too, would not end.
 */
class LoggingWithinWriteTests {

    private static final int LINES = 500;
    private static final List<String> EXPECTED =
            IntStream.range(0, LINES).mapToObj(i -> "line " + i).toList();

    private enum When {
        WRITE,
        FLUSH
    }

    @ParameterizedTest
    @EnumSource
    void whatAStreamLogsIsWrittenAndCountedLikeAnyOther(When when) {
        try (ConfiguredContext context = new ConfiguredContext("")) {
            Logger logger = context.getLogger("ROOT");
            Talkative stream = new Talkative(logger, when);
            TunedAsyncAppender appender =
                    HeldStream.tuned(context, HeldStream.appender(context, stream), "1MB", "block");
            appender.start();
            EXPECTED.forEach(logger::info);
            appender.drain();
            List<String> lines = stream.lines();
            assertThat(lines.stream().filter(line -> line.startsWith("line "))).isEqualTo(EXPECTED);
            assertThat(lines.stream().filter("from the stream"::equals))
                    .isNotEmpty()
                    .hasSize(stream.logged);
            assertThat(lines).hasSize(LINES + stream.logged);
            AppenderStatistics end = appender.statistics();
            assertThat(end.written()).isEqualTo(lines.size()).isEqualTo(end.accepted());
            assertThat(HeldStream.threads()).isZero();
        }
    }

    /** The queue of the first has the room of eight lines. */
    @ParameterizedTest
    @ValueSource(strings = {"1KB", "1MB"})
    void whatAnEncoderLogsIsWrittenByTheCallerBeforeItsLineAsInLogback(String queueSize) {
        List<String> expected = written(false, queueSize);
        List<String> lines = written(true, queueSize);
        assertThat(lines).hasSize(2 * LINES).isEqualTo(expected);
    }

    private static List<String> written(boolean queued, String queueSize) {
        try (ConfiguredContext context = new ConfiguredContext("")) {
            Logger logger = context.getLogger("ROOT");
            HeldStream stream = new HeldStream();
            OutputStreamAppender<ILoggingEvent> behind = stream.appender(context);
            behind.setEncoder(talkative(context, logger));
            if (queued) {
                HeldStream.tuned(context, behind, queueSize, "block").start();
            } else {
                logger.addAppender(behind);
            }
            EXPECTED.forEach(logger::info);
            context.stop();
            return stream.lines();
        }
    }

    private static PatternLayoutEncoder talkative(ConfiguredContext context, Logger logger) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder() {
            @Override
            public byte[] encode(ILoggingEvent event) {
                if (event.getMessage().startsWith("line ")) {
                    logger.info("from the encoder of {}", event.getMessage());
                }
                return super.encode(event);
            }
        };
        encoder.setContext(context);
        encoder.setPattern("%-99msg%n");
        encoder.start();
        return encoder;
    }

    /** Many callers, of which the writer is one: somebody's line is dropped and counted, since nobody could wait for himself. */
    @ParameterizedTest
    @ValueSource(strings = {"block", "block-forever"})
    void whileCallersWaitForRoomAStreamThatLogsDoesNotWaitForItself(String overflow) throws Exception {
        try (ConfiguredContext context = new ConfiguredContext("")) {
            Logger logger = context.getLogger("ROOT");
            Talkative stream = new Talkative(logger, When.WRITE);
            TunedAsyncAppender appender =
                    HeldStream.tuned(context, HeldStream.appender(context, stream), "1KB", overflow);
            appender.start();
            List<Thread> callers = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                callers.add(new Thread(() -> EXPECTED.forEach(logger::info)));
            }
            callers.forEach(Thread::start);
            for (Thread caller : callers) {
                caller.join();
            }
            appender.drain();
            AppenderStatistics end = appender.statistics();
            assertThat(end.accepted()).isEqualTo(end.written() + end.dropped());
            assertThat(end.queued()).isZero();
            // The line that says how many were dropped may come after the queue's end.
            List<String> lines = stream.lines();
            long ordinary = lines.stream()
                    .filter(line -> !line.startsWith("tuned logging"))
                    .count();
            assertThat(end.written()).isBetween(ordinary, (long) lines.size());
        }
    }

    private static final class Talkative extends ByteArrayOutputStream {

        private final Logger logger;
        private final When when;
        private boolean wanted;
        private volatile int logged;

        Talkative(Logger logger, When when) {
            this.logger = logger;
            this.when = when;
        }

        List<String> lines() {
            return toString(StandardCharsets.UTF_8)
                    .lines()
                    .map(String::stripTrailing)
                    .toList();
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            super.write(bytes, offset, length);
            wanted = new String(bytes, offset, length, StandardCharsets.UTF_8).contains("line ");
            if (when == When.WRITE) {
                log();
            }
        }

        @Override
        public void flush() {
            log();
        }

        private void log() {
            if (wanted) {
                wanted = false;
                logged++;
                logger.info("from the stream");
            }
        }
    }
}
