/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** With a stream of the user's that throws: what it wrote before that nobody knows, so the lines of that write are lost. */
class WriteFailureTests {

    private final ConfiguredContext context = new ConfiguredContext("");
    private final HeldStream stream = new HeldStream();
    private final Logger logger = context.getLogger("a");
    private TunedAsyncAppender appender;

    @AfterEach
    void stop() {
        stream.letGo();
        context.close();
    }

    static Stream<Named<Supplier<Throwable>>> thrown() {
        return Stream.of(
                Named.of("an exception", () -> new UncheckedIOException(new IOException("of the stream"))),
                Named.of("a stack overflow", () -> new StackOverflowError("of the stream")),
                Named.of("no memory", () -> new OutOfMemoryError("of the stream")),
                Named.of("a class that is missing", () -> new NoClassDefFoundError("of the stream")),
                Named.of("one without a message", AssertionError::new));
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void whatIsThrownCostsTheLinesOfItsWriteAndNothingElse(Supplier<Throwable> thrown) {
        start();
        stream.beforeWrite(text -> {
            if (text.startsWith("bad")) {
                WriteFailureTests.<RuntimeException>sneak(thrown.get());
            }
        });
        logger.info("before");
        assertThat(appender.flush()).isTrue();
        logger.info("bad");
        await().until(() -> appender.statistics().dropped() == 1);
        assertThat(appender.statistics().lastFailure()).isNotBlank();
        logger.info("after");
        await().until(() -> stream.lines().contains("after"));
        await().until(() -> stream.lines().stream()
                .anyMatch(line -> line.matches("tuned logging: STREAM: 1 lines were not written between \\S+Z and "
                        + "\\S+Z: 1 \\(writing failed\\)")));
        assertThat(appender.flush()).isTrue();
        AppenderStatistics now = isExact();
        assertThat(now.droppedBy()).isEqualTo(Map.of(DropReason.IO, 1L));
        assertThat(now.failing()).isFalse();
        assertThat(stream.lines()).startsWith("before").doesNotContain("bad").hasSize((int) now.written());
        assertThat(behindIsStarted()).isTrue();
    }

    @Test
    void whoWaitedForRoomWhenWritingBeganToFailIsLetGo() throws Exception {
        stream.hold();
        start();
        stream.beforeWrite(text -> {
            throw new UncheckedIOException(new IOException("of the stream"));
        });
        List<Thread> callers = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            callers.add(new Thread(() -> IntStream.range(0, 100).forEach(i -> logger.error("line"))));
        }
        callers.forEach(Thread::start);
        await().until(() -> appender.statistics().queuedBytes() > 1024 - 104);
        stream.letGo();
        for (Thread caller : callers) {
            caller.join();
        }
        // And perhaps the line about drops.
        assertThat(isExact().accepted()).isBetween(400L, 401L);
        appender.drain();
        AppenderStatistics end = isExact();
        assertThat(end.written()).isZero();
        assertThat(end.droppedBy()).containsKey(DropReason.IO);
        assertThat(end.queued()).isZero();
    }

    private void start() {
        appender = HeldStream.tuned(context, stream.appender(context), "1KB", "block");
        appender.start();
    }

    private boolean behindIsStarted() {
        return appender.iteratorForAppenders().next().isStarted();
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> void sneak(Throwable thrown) throws X {
        throw (X) thrown;
    }

    private AppenderStatistics isExact() {
        AppenderStatistics now = appender.statistics();
        assertThat(now.accepted()).isEqualTo(now.written() + now.dropped() + now.queued());
        return now;
    }
}
