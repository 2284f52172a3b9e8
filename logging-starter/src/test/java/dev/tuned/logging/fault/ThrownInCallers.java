/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.util.Duration;
import ch.qos.logback.core.util.FileSize;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.TunedAsyncAppender;

/**
 * Has callers thrown out of a logging call at every step of it, and says after each whether the appender still writes. Its arguments
 * are what throws, the file, and how many rounds.
 */
@SuppressWarnings("SystemOut")
final class ThrownInCallers {

    /** Deeper than any step of a logging call is below its caller. */
    private static final int LAST_FRAMES = 400;

    private static final int FLUSHES = 20;
    private static final int STACK_BYTES = 512 * 1024;
    /** For a text that takes a while to be formatted. */
    private static final String LARGE = "x".repeat(5000);

    private final LoggerContext context = new LoggerContext();
    private final Logger logger = context.getLogger("thrown");
    private final TunedAsyncAppender appender = new TunedAsyncAppender();
    private final ILoggingEvent prepared;
    private int deepest;

    private ThrownInCallers(Path file) {
        context.setMDCAdapter(new LogbackMDCAdapter());
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%.-40msg%n");
        encoder.start();
        FileAppender<ILoggingEvent> behind = new FileAppender<>();
        behind.setContext(context);
        behind.setName("BEHIND");
        behind.setFile(file.toString());
        behind.setEncoder(encoder);
        behind.start();
        appender.setContext(context);
        appender.setName("FILE");
        // So that some find it full.
        appender.setQueueSize(FileSize.valueOf("1KB"));
        appender.setShutdownTimeout(Duration.buildBySeconds(60));
        appender.addAppender(behind);
        appender.start();
        logger.addAppender(appender);
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        prepared = new LoggingEvent(Logger.FQCN, logger, Level.INFO, "prepared", null, null);
    }

    /** Runs. */
    public static void main(String[] arguments) throws Exception {
        ThrownInCallers all = new ThrownInCallers(Path.of(arguments[1]));
        int rounds = Integer.parseInt(arguments[2]);
        for (int round = 0; round < rounds; round++) {
            switch (arguments[0]) {
                case "overflow" -> all.overflow();
                case "once" -> run(() -> all.logAndDescend(0));
                case "memory" -> all.outOfMemory();
                default -> all.stopWriter();
            }
            all.check(round);
        }
        all.appender.stop();
        System.out.println("went on " + rounds);
    }

    /** At each of the last depths that the stack has. */
    private void overflow() throws InterruptedException {
        run(() -> {
            deepest = 0;
            descend(1, Integer.MAX_VALUE);
        });
        run(() -> descend(1, deepest - LAST_FRAMES));
    }

    private void descend(int depth, int logFrom) {
        if (logFrom == Integer.MAX_VALUE) {
            deepest = depth;
        }
        if (depth >= logFrom) {
            try {
                log(depth);
            } catch (StackOverflowError ex) {
                // As intended.
            }
        }
        descend(depth + 1, logFrom);
    }

    /** As a program that was found in the field. */
    private void logAndDescend(int frames) {
        if (frames > 0) {
            logAndDescend(frames - 1);
            return;
        }
        logger.info("recursion");
        logAndDescend(20);
    }

    private void log(int number) {
        switch (number % 4) {
            case 0 -> logger.error("error {}", number);
            case 1 -> logger.info("large {} {}", number, LARGE);
            case 2 -> logger.info("small {}", number);
            // Nothing is deeper than the queue.
            default -> appender.doAppend(prepared);
        }
    }

    private static void run(Runnable task) throws InterruptedException {
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        task.run();
                    } catch (StackOverflowError ex) {
                        // As intended.
                    }
                },
                "deep",
                STACK_BYTES);
        thread.start();
        thread.join();
    }

    /** With a heap that a thread fills and empties while others log. */
    private void outOfMemory() throws InterruptedException {
        Thread filler = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                try {
                    Object[] chain = null;
                    while (true) {
                        Object[] next = new Object[1 << 14];
                        next[0] = chain;
                        chain = next;
                    }
                } catch (OutOfMemoryError ex) {
                    // As intended.
                }
            }
        });
        filler.start();
        while (filler.isAlive()) {
            try {
                log(ThreadLocalRandom.current().nextInt(1000));
            } catch (OutOfMemoryError ex) {
                // As intended.
            }
        }
        filler.join();
    }

    private void stopWriter() throws Exception {
        for (int i = 0; i < 50; i++) {
            log(i);
        }
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("tuned-logging-BEHIND")) {
                stop(thread);
            }
        }
    }

    /** Of which Java has no more than the name since 20. */
    private static void stop(Thread thread) throws ReflectiveOperationException {
        Method stop = Thread.class.getMethod("stop");
        try {
            stop.invoke(thread);
        } catch (InvocationTargetException ex) {
            throw new IllegalStateException(ex.getCause());
        }
    }

    private void check(int round) {
        logger.info("after {}", round);
        boolean written = appender.flush();
        for (int again = 0; !written && again < FLUSHES; again++) {
            // A write that was thrown out of is tried again, as any that failed, and Logback waits before it opens the
            // file again.
            LockSupport.parkNanos(100_000_000);
            written = appender.flush();
        }
        AppenderStatistics now = appender.statistics();
        if (!written || now.queued() != 0 || now.accepted() != now.written() + now.dropped()) {
            System.out.println("round " + round + ": " + now + " by " + List.of(Thread.currentThread()));
            Runtime.getRuntime().halt(5);
        }
    }
}
