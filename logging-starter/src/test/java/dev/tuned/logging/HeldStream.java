/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import org.awaitility.Awaitility;

/** Keeps what it is given, and whoever writes to it while it is held. */
public final class HeldStream extends OutputStream {

    /** The name of its appender. */
    public static final String NAME = "STREAM";

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile boolean inside;
    private volatile Thread lastThread;
    private volatile Consumer<String> beforeWrite = text -> {};

    /** Whoever writes from now on does not return before {@link #letGo}. */
    public HeldStream hold() {
        inside = false;
        gate = new CountDownLatch(1);
        return this;
    }

    public void letGo() {
        gate.countDown();
    }

    /** Returns when somebody is held. */
    public void awaitHeld() {
        Awaitility.await().until(() -> inside);
    }

    /** Has something done with the text of each write before it is written; what that throws the write throws. */
    public void beforeWrite(Consumer<String> task) {
        beforeWrite = task;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        lastThread = Thread.currentThread();
        inside = true;
        while (gate.getCount() > 0) {
            LockSupport.parkNanos(1_000_000);
        }
        beforeWrite.accept(new String(bytes, offset, length, StandardCharsets.UTF_8));
        synchronized (written) {
            written.write(bytes, offset, length);
        }
    }

    public List<String> lines() {
        synchronized (written) {
            return written.toString(StandardCharsets.UTF_8)
                    .lines()
                    .map(String::stripTrailing)
                    .toList();
        }
    }

    /** Of the last write. */
    public Thread lastThread() {
        return lastThread;
    }

    /** An appender that writes to it, attached to nothing; each line takes 100 bytes at least. */
    public OutputStreamAppender<ILoggingEvent> appender(ConfiguredContext context) {
        return appender(context, this);
    }

    /** The same for any stream. */
    public static OutputStreamAppender<ILoggingEvent> appender(ConfiguredContext context, OutputStream stream) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%-99msg%n");
        encoder.start();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(context);
        appender.setName(NAME);
        appender.setEncoder(encoder);
        appender.setOutputStream(stream);
        appender.start();
        return appender;
    }

    /** Puts an appender of ours in front of another one; the root logger has it. */
    public static TunedAsyncAppender tuned(
            ConfiguredContext context, OutputStreamAppender<ILoggingEvent> behind, String queueSize, String overflow) {
        TunedAsyncAppender appender = new TunedAsyncAppender();
        appender.setContext(context);
        appender.setName("ASYNC");
        appender.setQueueSize(ch.qos.logback.core.util.FileSize.valueOf(queueSize));
        appender.setOverflow(overflow);
        appender.addAppender(behind);
        context.getLogger("ROOT").addAppender(appender);
        return appender;
    }

    /** How many threads write what is queued for this appender. */
    public static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("tuned-logging-" + NAME))
                .count();
    }

    /** Returns when a caller waits for the queue. */
    public static void awaitWaiting(Thread caller) {
        Awaitility.await()
                .until(() -> List.of(caller.getStackTrace()).stream()
                        .anyMatch(frame -> frame.getClassName().endsWith(".queue.Uninterruptibly")));
    }
}
