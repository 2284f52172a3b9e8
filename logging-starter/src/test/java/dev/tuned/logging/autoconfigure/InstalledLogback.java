/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.install.InstalledLogging;

/** A Logback of a test's own, with the preset in force once it has its appenders. */
final class InstalledLogback implements Supplier<@Nullable InstalledLogging>, AutoCloseable {

    /** The least there is, and of every class of appender. */
    static final Map<String, String> SMALL =
            Map.of("tuned.logging.async.queue-size", "1KB", "tuned.logging.async.include", "SLOW");

    private final LoggerContext context = new LoggerContext();
    private final CountDownLatch gate = new CountDownLatch(1);

    InstalledLogback() {
        context.setMDCAdapter(new LogbackMDCAdapter());
        context.start();
    }

    InstalledLogback file(String name, Path file) {
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setFile(file.toString());
        return add(name, appender, null);
    }

    /** An appender whose first write lasts until {@link #open}. */
    InstalledLogback gated(String name) {
        return add(name, new OutputStreamAppender<>(), new Gated());
    }

    private InstalledLogback add(
            String name, OutputStreamAppender<ILoggingEvent> appender, @Nullable OutputStream stream) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%msg%n");
        encoder.start();
        appender.setContext(context);
        appender.setName(name);
        appender.setEncoder(encoder);
        if (stream != null) {
            appender.setOutputStream(stream);
        }
        appender.start();
        log().addAppender(appender);
        return this;
    }

    InstalledLogback install(Map<String, String> properties) {
        LoggingProperties bound = new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("tuned.logging", LoggingProperties.class);
        InstalledLogging.install(context, bound.settings(), null);
        return this;
    }

    /** What a reload of the configuration begins with. */
    InstalledLogback reset() {
        context.reset();
        return this;
    }

    Logger log() {
        return context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    /** Fills the queue in front of a gated appender, and waits until one line more is dropped. */
    void dropOne() {
        log().info("being written");
        log().info("x".repeat(900));
        log().warn("y".repeat(200));
    }

    void open() {
        gate.countDown();
    }

    @Override
    public @Nullable InstalledLogging get() {
        return InstalledLogging.of(context);
    }

    List<AppenderStatistics> statistics() {
        return Objects.requireNonNull(get()).statistics();
    }

    @Override
    public void close() {
        open();
        context.stop();
    }

    private final class Gated extends OutputStream {

        @Override
        public void write(int b) {
            try {
                gate.await();
            } catch (InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
        }
    }
}
