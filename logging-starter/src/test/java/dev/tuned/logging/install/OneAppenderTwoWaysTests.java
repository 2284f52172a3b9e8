/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.logging.ConfiguredContext;

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
