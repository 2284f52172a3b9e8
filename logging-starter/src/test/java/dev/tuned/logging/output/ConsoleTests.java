/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

import ch.qos.logback.core.ConsoleAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.logging.ConfiguredContext;
import dev.tuned.logging.TunedAsyncAppender;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Whoever replaces a standard stream gets what goes to it, and others print whole lines, too. */
@SuppressWarnings("SystemOut")
class ConsoleTests {

    private static final String CONSOLE = """
            <appender name="CONSOLE" class="ch.qos.logback.core.ConsoleAppender">
              <target>%s</target>
              <encoder><pattern>%%msg%%n%%ex</pattern></encoder>
            </appender>
            <appender name="ASYNC" class="dev.tuned.logging.TunedAsyncAppender">
              <appender-ref ref="CONSOLE"/>
            </appender>
            <root level="INFO"><appender-ref ref="ASYNC"/></root>
            """;

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final Recorder recorder = new Recorder();

    @AfterEach
    void putBack() {
        System.setOut(out);
        System.setErr(err);
    }

    /** Exactly a {@code PrintStream}, as the JVM's own is. */
    @ParameterizedTest
    @ValueSource(strings = {"System.out", "System.err"})
    void aStreamThatWasReplacedBeforeTheStartGetsTheLines(String target) {
        replace(target, new PrintStream(recorder, true));
        try (ConfiguredContext context = new ConfiguredContext(CONSOLE.formatted(target))) {
            context.getLogger("a").info("a line");
            assertThat(appender(context).flush()).isTrue();
            assertThat(recorder.text()).isEqualTo("a line\n");
        }
    }

    /** And at once: who does that may look at it when the call has returned. */
    @ParameterizedTest
    @ValueSource(strings = {"System.out", "System.err"})
    void aStreamThatIsReplacedLaterGetsTheLinesFromThenOn(String target) {
        Recorder first = new Recorder();
        replace(target, new PrintStream(first, true));
        try (ConfiguredContext context = new ConfiguredContext(CONSOLE.formatted(target))) {
            IntStream.range(0, 1000).forEach(i -> context.getLogger("a").info("before"));
            replace(target, new PrintStream(recorder, true));
            context.getLogger("a").info("after");
            assertThat(first.text()).isEqualTo("before\n".repeat(1000));
            assertThat(recorder.text()).isEqualTo("after\n");
        }
    }

    /** An event of several writes, the first of which lasts until the stream is another one. */
    @ParameterizedTest
    @ValueSource(strings = {"System.out", "System.err"})
    void aStreamThatIsReplacedWhileABatchIsWrittenGetsNoneOfIt(String target) {
        Recorder first = new Recorder();
        first.beforeWrite = () -> replace(target, new PrintStream(recorder, true));
        replace(target, new PrintStream(first, true));
        String lines = ("x".repeat(99) + "\n").repeat(100);
        try (ConfiguredContext context = new ConfiguredContext(CONSOLE.formatted(target))) {
            context.getLogger("a").info(lines);
            assertThat(appender(context).flush()).isTrue();
            context.getLogger("a").info("after");
            assertThat(first.text()).isEqualTo(lines + "\n");
            assertThat(recorder.text()).isEqualTo("after\n");
        }
    }

    /** A stream that somebody gave the appender is nobody's standard stream. */
    @Test
    void aStreamOfTheAppendersOwnStays() {
        try (ConfiguredContext context = new ConfiguredContext(CONSOLE.formatted("System.out"))) {
            ConsoleAppender<?> console =
                    (ConsoleAppender<?>) requireNonNull(appender(context).getAppender("CONSOLE"));
            console.setOutputStream(recorder);
            System.setOut(new PrintStream(new Recorder(), true));
            context.getLogger("a").info("a line");
            // The queue may stand in front of the new stream already.
            assertThat(appender(context).flush()).isTrue();
            assertThat(recorder.text()).isEqualTo("a line\n");
        }
    }

    /** As in Logback, where the appender's guard ends it: what is logged while a line is printed is not printed. */
    @Test
    void aStreamThatLogsWhatIsPrintedGetsEachLineOnce() {
        try (ConfiguredContext context = new ConfiguredContext("")) {
            recorder.beforeWrite = () -> context.getLogger("redirected").info("printed");
            System.setOut(new PrintStream(recorder, true));
            context.configure(CONSOLE.formatted("System.out"));
            context.getLogger("a").info("a line");
            assertThat(appender(context).flush()).isTrue();
            context.getLogger("a").info("another");
            assertThat(appender(context).flush()).isTrue();
            assertThat(recorder.text()).isEqualTo("a line\nanother\n");
            assertThat(appender(context).statistics().accepted()).isEqualTo(2);
        }
    }

    private static void replace(String target, PrintStream by) {
        if (target.equals("System.out")) {
            System.setOut(by);
        } else {
            System.setErr(by);
        }
    }

    /** A pipe takes 4,096 bytes at once; of a longer write a part may stand behind what another process writes. */
    @Test
    void aWriteHasWholeLinesAndOnlyOneIfItIsLong() {
        System.setOut(new PrintStream(recorder, true));
        try (ConfiguredContext context = new ConfiguredContext(CONSOLE.formatted("System.out"))) {
            for (int i = 0; i < 500; i++) {
                context.getLogger("a").info("x".repeat(i % 100 == 99 ? 10_000 : i));
                if (i % 50 == 0) {
                    context.getLogger("a").info("thrown", new IllegalStateException("with a stack trace"));
                }
            }
            assertThat(appender(context).flush()).isTrue();
        }
        assertThat(recorder.writes)
                .allSatisfy(write -> {
                    assertThat(write).endsWith("\n");
                    assertThat(write.length() <= 4096 || write.indexOf('\n') == write.length() - 1)
                            .isTrue();
                })
                .hasSizeLessThan(500);
    }

    @Test
    void whatOthersPrintStandsBetweenLines() throws Exception {
        System.setOut(new PrintStream(recorder, true));
        try (ConfiguredContext context = new ConfiguredContext(CONSOLE.formatted("System.out"))) {
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                threads.add(new Thread(() -> IntStream.range(0, 5000)
                        .forEach(i -> context.getLogger("a").info("{ours}"))));
            }
            threads.add(new Thread(() -> IntStream.range(0, 5000).forEach(i -> System.out.println("{theirs}"))));
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(appender(context).flush()).isTrue();
        }
        List<String> lines = recorder.text().lines().toList();
        assertThat(Collections.frequency(lines, "{ours}")).isEqualTo(20_000);
        assertThat(Collections.frequency(lines, "{theirs}")).isEqualTo(5000);
        assertThat(lines).hasSize(25_000);
    }

    /** A {@code PrintStream} tells only that it has failed once. */
    @Test
    void aStreamThatFailsIsNoticedOnceAndKeepsNobodyWaiting() {
        recorder.failing = true;
        System.setOut(new PrintStream(recorder, true));
        try (ConfiguredContext context = new ConfiguredContext(CONSOLE.formatted("System.out"))) {
            context.getLogger("a").info("lost");
            TunedAsyncAppender appender = appender(context);
            await().until(() -> appender.statistics().dropped() == 1);
            assertThat(appender.statistics().lastFailure()).startsWith("System.out has failed");
            recorder.failing = false;
            context.getLogger("a").info("written");
            await().until(() ->
                    appender.statistics().queued() == 0 && recorder.text().contains("written"));
            assertThat(appender.statistics().failing()).isFalse();
        }
    }

    private static TunedAsyncAppender appender(ConfiguredContext context) {
        return requireNonNull((TunedAsyncAppender) context.getLogger("ROOT").getAppender("ASYNC"));
    }

    /** Keeps each write. */
    private static final class Recorder extends OutputStream {

        private final List<String> writes = new ArrayList<>();
        private final ByteArrayOutputStream all = new ByteArrayOutputStream();
        private volatile boolean failing;
        private volatile Runnable beforeWrite = () -> {};

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
            beforeWrite.run();
            if (failing) {
                throw new IOException("as intended");
            }
            writes.add(new String(bytes, offset, length, StandardCharsets.UTF_8));
            all.write(bytes, offset, length);
        }

        synchronized String text() {
            return all.toString(StandardCharsets.UTF_8);
        }
    }
}
