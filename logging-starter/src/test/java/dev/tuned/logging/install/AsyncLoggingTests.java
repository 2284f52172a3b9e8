/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.EncoderBase;
import org.junit.jupiter.api.Test;

import dev.tuned.logging.ConfiguredContext;
import dev.tuned.logging.TunedAsyncAppender;
import dev.tuned.logging.queue.AppenderStatistics;
import dev.tuned.logging.queue.CallerDataMode;
import dev.tuned.logging.queue.DropReason;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** With an encoder that fails, waits or logs as a test wants. */
class AsyncLoggingTests {

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @Test
    void whatTheAppenderThrowsCostsItsEventAndNothingElse() {
        try (ConfiguredContext context = context(event -> {
            if (event.getMessage().equals("1")) {
                throw new StackOverflowError("in a toString");
            }
        })) {
            IntStream.rangeClosed(0, 9999).forEach(i -> context.getLogger("a").info(Integer.toString(i)));
            TunedAsyncAppender sink =
                    (TunedAsyncAppender) context.getLogger("ROOT").getAppender("APPENDER");
            context.stop();
            assertThat(lines())
                    .filteredOn(line -> !line.contains("1 events were not written"))
                    .hasSize(9999)
                    .startsWith("0", "2")
                    .endsWith("9999");
            assertThat(context.getStatusManager().getCopyOfStatusList())
                    .anyMatch(status -> status.getThrowable() instanceof StackOverflowError);
            assertThat(sink.statistics().droppedBy()).isEqualTo(Map.of(DropReason.ERROR, Map.of(Level.INFO, 1L)));
        }
    }

    @Test
    void aFullQueueMakesCallersWaitAndLosesNothing() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (ConfiguredContext context = context(event -> awaitUninterruptibly(go))) {
            Thread caller = new Thread(() -> IntStream.range(0, 20_000)
                    .forEach(i -> context.getLogger("a").info(Integer.toString(i))));
            caller.start();
            await().until(() -> InstalledLogging.of(context).statistics().get(0).queued() == 8192 - 819);
            go.countDown();
            caller.join();
            context.stop();
            assertThat(lines()).hasSize(20_000);
        }
    }

    /** Its caller would otherwise wait for a queue that only itself empties. */
    @Test
    void whatIsLoggedWhileWritingIsWrittenByTheWriter() {
        ConfiguredContext[] holder = new ConfiguredContext[1];
        try (ConfiguredContext context = context(event -> {
            if (event.getMessage().startsWith("outer")) {
                holder[0].getLogger("a").info("inner");
            }
        })) {
            holder[0] = context;
            IntStream.range(0, 20_000).forEach(i -> context.getLogger("a").info("outer"));
            context.stop();
            assertThat(lines()).hasSize(40_000);
        }
    }

    @Test
    void afterTheLastOwnersReleaseACallReturnsWhenItsLineIsWritten() {
        StringBuffer threads = new StringBuffer();
        try (ConfiguredContext context =
                context(event -> threads.append(Thread.currentThread().getName()))) {
            InstalledLogging installed = InstalledLogging.of(context);
            Object owner = new Object();
            installed.acquire(owner);
            context.getLogger("a").info("queued");
            installed.release(owner);
            assertThat(lines()).containsExactly("queued");
            assertThat(threads).hasToString("tuned-logging-APPENDER");
            context.getLogger("a").info("late");
            assertThat(lines()).containsExactly("queued", "late");
        }
    }

    /** It would hold the class loader of an application that is gone. */
    @Test
    void afterTheLastOwnersReleaseTheJvmHasNoHookOfOurs() {
        try (ConfiguredContext context = context(event -> {})) {
            InstalledLogging installed = InstalledLogging.of(context);
            Thread hook = installed.exitHook();
            assertThat(Runtime.getRuntime().removeShutdownHook(hook)).isTrue();
            Runtime.getRuntime().addShutdownHook(hook);
            installed.release("last");
            assertThat(installed.exitHook()).isNull();
            assertThat(Runtime.getRuntime().removeShutdownHook(hook)).isFalse();
        }
    }

    /** As when the JVM exits under load: there is always somebody whose line is not written yet. */
    @Test
    void theEndDoesNotWaitForCallersThatNeverStop() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        try (ConfiguredContext context = context(event -> {})) {
            InstalledLogging installed = InstalledLogging.of(context);
            List<Thread> callers = IntStream.range(0, 32)
                    .mapToObj(i -> new Thread(() -> {
                        while (!stop.get()) {
                            context.getLogger("a").info("again");
                        }
                    }))
                    .toList();
            callers.forEach(Thread::start);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> installed.statistics().get(0).written() > 10_000);
            installed.release("last");
            assertThat(callers).allMatch(Thread::isAlive);
            stop.set(true);
            for (Thread caller : callers) {
                caller.join();
            }
            AppenderStatistics counts = installed.statistics().get(0);
            assertThat(counts.dropped()).isZero();
            assertThat(counts.written()).isEqualTo(counts.accepted());
        }
    }

    @Test
    void callersThatWaitForTheirLinesDoNotWaitForOneAnother() throws Exception {
        try (ConfiguredContext context = context(event -> {})) {
            InstalledLogging.of(context).release("last");
            List<Thread> callers = IntStream.range(0, 4)
                    .mapToObj(i -> new Thread(() -> IntStream.range(0, 2_000)
                            .forEach(n -> context.getLogger("a").info("late"))))
                    .toList();
            callers.forEach(Thread::start);
            await().atMost(Duration.ofSeconds(60)).until(() -> callers.stream().noneMatch(Thread::isAlive));
            assertThat(lines()).hasSize(8_000);
        }
    }

    @Test
    void anotherOwnerKeepsItAsynchronous() {
        StringBuffer threads = new StringBuffer();
        try (ConfiguredContext context =
                context(event -> threads.append(Thread.currentThread().getName()))) {
            InstalledLogging installed = InstalledLogging.of(context);
            installed.acquire("one");
            installed.acquire("two");
            context.getLogger("a").info("first");
            installed.release("one");
            assertThat(lines()).containsExactly("first");
            context.getLogger("a").info("second");
            installed.release("two");
            assertThat(lines()).containsExactly("first", "second");
            assertThat(threads.toString())
                    .isNotEmpty()
                    .doesNotContain(Thread.currentThread().getName());
        }
    }

    @Test
    void theJvmsEndLeavesTheAppenderOpenForLaterLines() {
        try (ConfiguredContext context = new ConfiguredContext("""
                <appender name="CONSOLE" class="ch.qos.logback.core.ConsoleAppender">
                  <encoder><pattern>%msg%n</pattern></encoder>
                </appender>
                <appender name="LIST" class="ch.qos.logback.core.read.ListAppender"/>
                <root level="INFO"><appender-ref ref="CONSOLE"/><appender-ref ref="LIST"/></root>
                """)) {
            context.install().stopWithJvm();
            assertThat(context.getLogger("ROOT").getAppender("CONSOLE").isStarted())
                    .isTrue();
            assertThat(context.getLogger("ROOT").getAppender("LIST").isStarted())
                    .isFalse();
        }
    }

    @Test
    void whatIsLeftAfterTheShutdownTimeoutIsCountedOnStandardError() {
        CountDownLatch go = new CountDownLatch(1);
        PrintStream before = System.err;
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        try (ConfiguredContext context = context(event -> awaitUninterruptibly(go), Duration.ofMillis(50))) {
            IntStream.range(0, 100).forEach(i -> context.getLogger("a").info("stuck"));
            context.stop();
            assertThat(errors.toString(StandardCharsets.UTF_8))
                    .contains(
                            "tuned logging: 100 events were not written to APPENDER within the shutdown timeout of 50 ms");
        } finally {
            System.setErr(before);
            go.countDown();
        }
    }

    private ConfiguredContext context(Consumer<ILoggingEvent> whileWriting) {
        return context(whileWriting, Duration.ofSeconds(30));
    }

    private ConfiguredContext context(Consumer<ILoggingEvent> whileWriting, Duration shutdownTimeout) {
        ConfiguredContext context = new ConfiguredContext("");
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(context);
        appender.setName("APPENDER");
        appender.setEncoder(new MessageEncoder(whileWriting));
        appender.setOutputStream(written);
        appender.start();
        context.getLogger("ROOT").addAppender(appender);
        InstalledLogging.install(context, ConfiguredContext.settings(CallerDataMode.AUTO, shutdownTimeout), null);
        return context;
    }

    private List<String> lines() {
        return written.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean done = false;
        while (!done) {
            try {
                latch.await();
                done = true;
            } catch (InterruptedException ex) {
                // Logback interrupts its writer to stop it; a stuck disk would not notice.
                Thread.onSpinWait();
            }
        }
    }

    private static final class MessageEncoder extends EncoderBase<ILoggingEvent> {

        private final Consumer<ILoggingEvent> whileWriting;

        MessageEncoder(Consumer<ILoggingEvent> whileWriting) {
            this.whileWriting = whileWriting;
        }

        @Override
        public byte[] headerBytes() {
            return new byte[0];
        }

        @Override
        public byte[] encode(ILoggingEvent event) {
            whileWriting.accept(event);
            return (event.getFormattedMessage() + "\n").getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] footerBytes() {
            return new byte[0];
        }
    }
}
