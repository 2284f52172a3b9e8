/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.joran.spi.JoranException;
import com.sun.management.ThreadMXBean;

import dev.tuned.logging.queue.BatchBuffer;

import static java.util.Objects.requireNonNull;

/** Prints what the parts of an event cost: CPU of the thread, and bytes it allocates. */
final class EventCosts {

    private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 7;
    private static final int FRAMES = 60;
    /** S2's pattern without the method. */
    private static final String S2 =
            "%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %-5level %logger{50} - [%X{requestId}] [%X{uri}] %msg%n";

    private final LoggerContext context;
    private final BatchBuffer batch = new BatchBuffer(64 * 1024);
    private int sink;

    private EventCosts(LoggerContext context) {
        this.context = context;
    }

    public static void main(String[] args) throws JoranException {
        EventCosts costs = new EventCosts(context());
        System.out.println("java " + System.getProperty("java.version") + "; best of " + ROUNDS + " rounds");
        costs.characters();
        costs.events();
        costs.deep(FRAMES - 2, costs::callers);
        costs.deep(FRAMES - 2, costs::exceptions);
        System.out.println(costs.sink == 0 ? "" : " ");
        costs.context.stop();
    }

    /** With the conversion word that Spring Boot adds for stack traces. */
    private static LoggerContext context() throws JoranException {
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(new ByteArrayInputStream("""
                <configuration>
                  <conversionRule conversionWord="wEx"
                      class="org.springframework.boot.logging.logback.ExtendedWhitespaceThrowableProxyConverter"/>
                </configuration>
                """.getBytes(StandardCharsets.UTF_8)));
        return context;
    }

    private void characters() {
        for (Charset charset : new Charset[] {StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1}) {
            for (int length : new int[] {150, 1400}) {
                StringBuilder line = new StringBuilder("a".repeat(length));
                Transcoder transcoder = new Transcoder(charset);
                String name = charset + " " + length + " chars, ";
                measure(name + "String.getBytes", 200_000, () -> {
                    byte[] bytes = line.toString().getBytes(charset);
                    batch.append(bytes);
                    return drained();
                });
                measure(name + "reused encoder", 200_000, () -> {
                    transcoder.append(line, batch);
                    return drained();
                });
            }
        }
    }

    private void events() {
        context.getMDCAdapter().put("requestId", "4bf92f3577b34da6");
        context.getMDCAdapter().put("uri", "/orders/4711");
        PatternLayoutEncoder encoder = encoder(S2);
        PatternLineEncoder lines = requireNonNull(PatternLineEncoder.of(encoder, false));
        for (int length : new int[] {24, 1200}) {
            String argument = "x".repeat(length);
            measure("event with " + length + " chars, not encoded", 100_000, () -> event(argument));
            measure(
                    "event with " + length + " chars, Logback's encoder",
                    100_000,
                    () -> encoder.encode(event(argument)));
            measure("event with " + length + " chars, reused encoder", 100_000, () -> {
                lines.encode(event(argument), batch);
                return drained();
            });
        }
    }

    private void callers() {
        Logger logger = context.getLogger("org.example.OrderService");
        logger.setAdditive(false);
        measure("event without caller data", 20_000, () -> logged(logger));
        logger.addAppender(new Capturing(new CallerDataPlan(1, null, context.getFrameworkPackages())));
        measure("event with caller data, " + FRAMES + " frames deep", 20_000, () -> logged(logger));
    }

    private static Object logged(Logger logger) {
        logger.info("message");
        return logger;
    }

    private void exceptions() {
        PatternLineEncoder lines = requireNonNull(PatternLineEncoder.of(encoder("%d %msg%n%wEx"), false));
        for (boolean packaging : new boolean[] {false, true, false, true}) {
            context.setPackagingDataEnabled(packaging);
            Logger logger = context.getLogger("org.example.OrderService");
            Exception exception = new IllegalStateException("boom");
            measure("exception, " + FRAMES + " frames, packaging data " + packaging, 5_000, () -> {
                LoggingEvent event = new LoggingEvent(Logger.FQCN, logger, Level.ERROR, "failed", exception, null);
                lines.encode(event, batch);
                return drained();
            });
        }
    }

    private void deep(int frames, Runnable action) {
        if (frames > 0) {
            deep(frames - 1, action);
        } else {
            action.run();
        }
    }

    private LoggingEvent event(String argument) {
        Logger logger = context.getLogger("org.example.service.OrderService");
        LoggingEvent event =
                new LoggingEvent(Logger.FQCN, logger, Level.INFO, "order {} accepted", null, new Object[] {argument});
        event.prepareForDeferredProcessing();
        return event;
    }

    private BatchBuffer drained() {
        if (batch.isFull()) {
            batch.clear();
        }
        return batch;
    }

    private PatternLayoutEncoder encoder(String pattern) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(pattern);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.start();
        return encoder;
    }

    private void measure(String name, int times, Supplier<Object> action) {
        long best = Long.MAX_VALUE;
        long bytes = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long allocated = THREAD.getCurrentThreadAllocatedBytes();
            long begin = THREAD.getCurrentThreadCpuTime();
            for (int i = 0; i < times; i++) {
                sink += action.get().hashCode() & 1;
            }
            best = Math.min(best, THREAD.getCurrentThreadCpuTime() - begin);
            bytes = THREAD.getCurrentThreadAllocatedBytes() - allocated;
        }
        System.out.printf("%-62s %8.3f us %8d B%n", name, best / 1000.0 / times, bytes / times);
    }

    private static final class Capturing extends AppenderBase<ILoggingEvent> {

        private final CallerDataPlan plan;

        Capturing(CallerDataPlan plan) {
            this.plan = plan;
            start();
        }

        @Override
        protected void append(ILoggingEvent event) {
            plan.capture(event);
        }
    }
}
