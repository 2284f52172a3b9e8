/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.spi.AppenderAttachable;
import ch.qos.logback.core.spi.AppenderAttachableImpl;
import ch.qos.logback.core.status.Status;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.logging.ConfiguredContext;
import dev.tuned.logging.TunedAsyncAppender;

import static org.assertj.core.api.Assertions.assertThat;

/** An appender that events reach directly and through another one keeps the order of each thread. */
class OneAppenderTwoWaysTests {

    private static final int THREADS = 8;
    private static final int LINES = 1000;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                // A wrapper that calls it, on the same thread.
                "<appender name='WRAPPER' class='dev.tuned.logging.install.OneAppenderTwoWaysTests$Wrapper'>"
                        + "<appender-ref ref='FILE'/></appender>"
                        + "<logger name='b' additivity='false'><appender-ref ref='WRAPPER'/></logger>",
                // Two of them, one around the other.
                "<appender name='INNER' class='dev.tuned.logging.install.OneAppenderTwoWaysTests$Wrapper'>"
                        + "<appender-ref ref='FILE'/></appender>"
                        + "<appender name='WRAPPER' class='dev.tuned.logging.install.OneAppenderTwoWaysTests$Wrapper'>"
                        + "<appender-ref ref='INNER'/></appender>"
                        + "<logger name='b' additivity='false'><appender-ref ref='WRAPPER'/></logger>",
                // The one for Logback files.
                "<appender name='WRAPPER' class='dev.tuned.logging.TunedAsyncAppender'><appender-ref ref='FILE'/></appender>"
                        + "<logger name='b' additivity='false'><appender-ref ref='WRAPPER'/></logger>",
                // Attached to two loggers.
                "<logger name='b' additivity='false'><appender-ref ref='FILE'/></logger>"
            })
    void keepsTheOrderOfEachThread(String second) throws Exception {
        try (ConfiguredContext context = new ConfiguredContext(
                "<appender name='FILE' class='ch.qos.logback.core.FileAppender'><file>" + directory.resolve("log")
                        + "</file><encoder><pattern>%msg%n</pattern></encoder></appender>" + second
                        + "<root><appender-ref ref='FILE'/></root>")) {
            InstalledLogging installed = context.install();
            assertThat(installed.current().queues()).hasSize(1);
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                int thread = t;
                threads.add(new Thread(() -> IntStream.range(0, LINES).forEach(i -> {
                    Logger logger = context.getLogger(i % 2 == 0 ? "a" : "b");
                    logger.info("{} {}", thread, i);
                })));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(installed.flushAppenders()).isTrue();
            assertThat(installed.statistics().get(0).written()).isEqualTo(THREADS * LINES);
        }
        List<String> lines = Files.readAllLines(directory.resolve("log"));
        assertThat(lines).hasSize(THREADS * LINES);
        for (int t = 0; t < THREADS; t++) {
            String thread = t + " ";
            assertThat(lines.stream().filter(line -> line.startsWith(thread)))
                    .isEqualTo(
                            IntStream.range(0, LINES).mapToObj(i -> thread + i).toList());
        }
    }

    /** Else each would take the other's stream for the appender's, again and again, and nothing be written. */
    @ParameterizedTest
    @ValueSource(strings = {"FileAppender", "ConsoleAppender"})
    void aSecondQueueInFrontOfOneAppenderIsRefused(String type) throws Exception {
        PrintStream out = System.out;
        Path file = directory.resolve("log");
        System.setOut(new PrintStream(Files.newOutputStream(file), true));
        String async = "<appender name='%1$s' class='dev.tuned.logging.TunedAsyncAppender'><appender-ref ref='OUT'/>"
                + "</appender><logger name='%1$s' additivity='false'><appender-ref ref='%1$s'/></logger>";
        try (ConfiguredContext context = new ConfiguredContext("<appender name='OUT' class='ch.qos.logback.core." + type
                + "'>" + (type.startsWith("File") ? "<file>" + file + "</file>" : "")
                + "<encoder><pattern>%msg%n</pattern></encoder></appender>" + async.formatted("a")
                + async.formatted("b"))) {
            for (int i = 0; i < 30; i++) {
                context.getLogger(i % 2 == 0 ? "a" : "b").info("{}", i);
                Thread.sleep(100);
            }
            TunedAsyncAppender first = appender(context, "a");
            assertThat(first.flush()).isTrue();
            assertThat(first.statistics().written()).isEqualTo(30);
            assertThat(appender(context, "b").queue()).isNull();
            assertThat(context.getStatusManager().getCopyOfStatusList())
                    .filteredOn(status -> status.getLevel() >= Status.WARN)
                    .extracting(Status::getMessage)
                    .containsExactly(
                            "Appender [OUT] behind [b] stays synchronous: it has no open stream, or a queue already");
        } finally {
            System.setOut(out);
        }
        assertThat(Files.readAllLines(file))
                .isEqualTo(IntStream.range(0, 30).mapToObj(Integer::toString).toList());
    }

    private static TunedAsyncAppender appender(ConfiguredContext context, String name) {
        return (TunedAsyncAppender) context.getLogger(name).getAppender(name);
    }

    /** Gives on what it gets. */
    public static final class Wrapper extends UnsynchronizedAppenderBase<ILoggingEvent>
            implements AppenderAttachable<ILoggingEvent> {

        private final AppenderAttachableImpl<ILoggingEvent> behind = new AppenderAttachableImpl<>();

        @Override
        protected void append(ILoggingEvent event) {
            behind.appendLoopOnAppenders(event);
        }

        @Override
        public void addAppender(Appender<ILoggingEvent> appender) {
            behind.addAppender(appender);
        }

        @Override
        public Iterator<Appender<ILoggingEvent>> iteratorForAppenders() {
            return behind.iteratorForAppenders();
        }

        @Override
        public Appender<ILoggingEvent> getAppender(String name) {
            return behind.getAppender(name);
        }

        @Override
        public boolean isAttached(Appender<ILoggingEvent> appender) {
            return behind.isAttached(appender);
        }

        @Override
        public void detachAndStopAllAppenders() {
            behind.detachAndStopAllAppenders();
        }

        @Override
        public boolean detachAppender(Appender<ILoggingEvent> appender) {
            return behind.detachAppender(appender);
        }

        @Override
        public boolean detachAppender(String name) {
            return behind.detachAppender(name);
        }
    }
}
