/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.AsyncLogging;
import dev.tuned.logging.ConfiguredContext;
import dev.tuned.logging.HeldStream;
import dev.tuned.logging.OverflowPolicy;
import dev.tuned.logging.output.AppenderQueue;
import dev.tuned.logging.queue.LoggingSettings;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The preset of a context whose one appender, which was named, writes to a stream that holds who writes while a test wants that. */
class AsyncLoggingTests {

    private final HeldStream stream = new HeldStream();
    private final ConfiguredContext context = new ConfiguredContext("");
    private final Logger logger = context.getLogger("a");
    private OutputStreamAppender<ILoggingEvent> appender;
    private InstalledLogging installed;

    @AfterEach
    void stop() {
        stream.letGo();
        context.close();
    }

    @Test
    void aContextHasItFromTheInstallationToItsEnd() {
        assertThat(AsyncLogging.of(context)).isNull();
        install(Duration.ofMinutes(1));
        assertThat(AsyncLogging.of(context)).isSameAs(installed);
        logger.info("line");
        assertThat(requireNonNull(AsyncLogging.of(context)).flushAppenders()).isTrue();
        assertThat(stream.lines()).containsExactly("line");
        assertThat(installed.statistics()).singleElement().satisfies(counts -> {
            assertThat(counts.name()).isEqualTo(HeldStream.NAME);
            assertThat(counts.written()).isEqualTo(1);
        });
        context.reset();
        assertThat(AsyncLogging.of(context)).isNull();
    }

    @Test
    void aFlushWaitsNoLongerThanTheShutdownTimeoutAndSaysSo() {
        stream.hold();
        install(Duration.ofMillis(50));
        logger.info("line");
        assertThat(installed.flushAppenders()).isFalse();
        stream.letGo();
        await().until(installed::flushAppenders);
        assertThat(stream.lines()).containsExactly("line");
    }

    @Test
    void aFlushOfSeveralWaitsForThemTogether() {
        HeldStream other = new HeldStream().hold();
        OutputStreamAppender<ILoggingEvent> second = other.appender(context);
        second.setName("OTHER");
        context.getLogger("ROOT").addAppender(second);
        stream.hold();
        install(Duration.ofSeconds(3), OverflowPolicy.BLOCK_FOREVER);
        logger.info("line");
        long begin = System.nanoTime();
        assertThat(installed.flushAppenders()).isFalse();
        // One after the other would take six seconds.
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .isBetween(Duration.ofSeconds(3), Duration.ofMillis(5999));
        other.letGo();
    }

    /** As a context does that is closed: its end has waited already. */
    @Test
    void aFlushAfterTheEndHadItsTimeDoesNotWaitOnceMore() {
        stream.hold();
        install(Duration.ofSeconds(3), OverflowPolicy.BLOCK_FOREVER);
        logger.info("line");
        installed.release("last");
        long begin = System.nanoTime();
        assertThat(installed.flushAppenders()).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
    }

    @Test
    void afterTheLastOwnersReleaseACallReturnsWhenItsLineIsWritten() {
        install(Duration.ofMinutes(1));
        Object owner = new Object();
        installed.acquire(owner);
        logger.info("queued");
        installed.release(owner);
        assertThat(stream.lines()).containsExactly("queued");
        assertThat(stream.lastThread().getName()).isEqualTo("tuned-logging-STREAM");
        assertThat(appender.getOutputStream()).isSameAs(stream);
        logger.info("late");
        assertThat(stream.lines()).containsExactly("queued", "late");
        assertThat(stream.lastThread()).isSameAs(Thread.currentThread());
    }

    @Test
    void anotherOwnerKeepsItAsynchronous() {
        install(Duration.ofMinutes(1));
        installed.acquire("one");
        installed.acquire("two");
        logger.info("first");
        installed.release("one");
        assertThat(stream.lines()).containsExactly("first");
        logger.info("second");
        assertThat(installed.flushAppenders()).isTrue();
        assertThat(stream.lastThread().getName()).isEqualTo("tuned-logging-STREAM");
        installed.release("two");
        assertThat(stream.lines()).containsExactly("first", "second");
        assertThat(appender.getOutputStream()).isSameAs(stream);
    }

    /** It would hold the class loader of an application that is gone. */
    @Test
    void afterTheLastOwnersReleaseTheJvmHasNoHookOfOurs() throws Exception {
        install(Duration.ofMinutes(1));
        Thread hook = exitHooks(installed).get(0);
        assertThat(Runtime.getRuntime().removeShutdownHook(hook)).isTrue();
        Runtime.getRuntime().addShutdownHook(hook);
        installed.release("last");
        await().until(() -> HeldStream.threads() == 0);
        assertThat(Runtime.getRuntime().removeShutdownHook(hook)).isFalse();
    }

    /** Whoever stops the context does that; lines of other hooks are written by the appender. */
    @Test
    void theJvmsEndWritesWhatIsQueuedAndLeavesTheAppenderOpenForLaterLines() throws Exception {
        install(Duration.ofMinutes(1));
        logger.info("queued");
        exitHooks(installed).get(0).run();
        assertThat(stream.lines()).containsExactly("queued");
        assertThat(appender.isStarted()).isTrue();
        assertThat(context.isStarted()).isTrue();
        logger.info("late");
        assertThat(stream.lines()).containsExactly("queued", "late");
    }

    /** As when the JVM exits under load: there is always somebody whose line is not written yet. */
    @Test
    void theEndDoesNotWaitForCallersThatNeverStop() throws Exception {
        install(Duration.ofMinutes(1));
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> callers = IntStream.range(0, 32)
                .mapToObj(i -> new Thread(() -> {
                    while (!stop.get()) {
                        logger.info("again");
                    }
                }))
                .toList();
        callers.forEach(Thread::start);
        await().until(() -> installed.statistics().get(0).written() > 10_000);
        installed.release("last");
        assertThat(callers).allMatch(Thread::isAlive);
        stop.set(true);
        for (Thread caller : callers) {
            caller.join();
        }
        await().until(() -> HeldStream.threads() == 0);
        AppenderStatistics counts = installed.statistics().get(0);
        assertThat(counts.dropped()).isZero();
        assertThat(counts.written()).isEqualTo(counts.accepted());
    }

    @Test
    void whatIsLeftAfterTheShutdownTimeoutIsCountedOnStandardError() {
        PrintStream before = System.err;
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        try {
            stream.hold();
            install(Duration.ofMillis(50));
            IntStream.range(0, 100).forEach(i -> logger.info("stuck"));
            context.stop();
            assertThat(errors.toString(StandardCharsets.UTF_8))
                    .contains(
                            "tuned logging: 100 lines were not written to STREAM within the shutdown timeout of 50 ms");
        } finally {
            System.setErr(before);
        }
    }

    /** One of each queue. */
    static List<Thread> exitHooks(InstalledLogging installed) throws ReflectiveOperationException {
        Field field = AppenderQueue.class.getDeclaredField("exitHook");
        field.setAccessible(true);
        List<Thread> hooks = new ArrayList<>();
        for (AppenderQueue queue : installed.current().queues()) {
            hooks.add((Thread) field.get(queue));
        }
        return hooks;
    }

    private void install(Duration shutdownTimeout) {
        install(shutdownTimeout, OverflowPolicy.BLOCK);
    }

    private void install(Duration shutdownTimeout, OverflowPolicy overflow) {
        appender = stream.appender(context);
        context.getLogger("ROOT").addAppender(appender);
        installed = context.install(new LoggingSettings(
                Set.of(HeldStream.NAME, "OTHER"), Set.of(), 1 << 20, overflow, Map.of(), shutdownTimeout));
    }
}
