/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import ch.qos.logback.core.status.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.tuned.logging.ConfiguredContext;
import dev.tuned.logging.TunedAsyncAppender;

import static org.assertj.core.api.Assertions.assertThat;

/** Caller data that is off: {@code ?} is printed, and nobody walks a stack. */
class NoCallerDataTests {

    @TempDir
    Path directory;

    private final ConfiguredContext context = new ConfiguredContext("");
    private final List<TunedAsyncAppender> started = new ArrayList<>();
    private final AtomicInteger walks = new AtomicInteger();

    @AfterEach
    void stop() {
        started.forEach(TunedAsyncAppender::stop);
        context.stop();
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void isNeverAskedOfTheEvent(boolean usersEncoder, boolean encodeInCaller) throws Exception {
        FileAppender<ILoggingEvent> file = file(usersEncoder ? new UsersEncoder() : pattern());
        TunedAsyncAppender async = async(file, "off", encodeInCaller);
        log(async, new Observed());
        async.drain();
        log(async, new Observed());
        assertThat(lines()).containsExactly("? message", "? message");
        assertThat(walks).hasValue(0);
    }

    /** Words within others, and of several frames, in front of an appender that is written in batches and one that is not. */
    @ParameterizedTest
    @CsvSource({
        "%-3(%method) %msg%n, false, '?   message'",
        "%-3(%method) %msg%n, true, '?   message'",
        "'%replace(%class{0}){a,b} %msg%n', false, ? message",
        "%caller{1} %msg%n, false, ?#?:?",
        "%caller{1} %msg%n, true, ?#?:?",
        "%method %msg%n, true, ? message"
    })
    void isNeverAskedByAnyPattern(String pattern, boolean prudent, String line) throws Exception {
        FileAppender<ILoggingEvent> file = file(pattern(pattern));
        if (prudent) {
            file.stop();
            file.setPrudent(true);
            file.start();
        }
        TunedAsyncAppender async = async(file, "off", false);
        log(async, new Observed());
        log(async, new Observed());
        async.drain();
        assertThat(lines().get(0)).isEqualTo(line);
        assertThat(walks).hasValue(0);
    }

    /** So that the tests above can fail. */
    @Test
    void isAskedOfTheEventWhereItIsPrinted() throws Exception {
        TunedAsyncAppender async = async(file(pattern()), "auto", false);
        log(async, new Observed());
        assertThat(async.flush()).isTrue();
        assertThat(lines()).containsExactly("logged message");
        assertThat(walks).hasPositiveValue();
    }

    @Test
    void isStillThereForOtherAppendersOfTheSameLogger() {
        TunedAsyncAppender async = async(file(pattern()), "off", false);
        LoggingEvent event = new LoggingEvent(Logger.FQCN, logger(), Level.INFO, "message", null, null);
        async.doAppend(event);
        assertThat(async.flush()).isTrue();
        assertThat(event.hasCallerData()).isFalse();
        event.setCallerData(new StackTraceElement[] {new StackTraceElement("a.B", "known", "B.java", 1)});
        async.doAppend(event);
        assertThat(async.flush()).isTrue();
        assertThat(event.getCallerData()[0].getMethodName()).isEqualTo("known");
        assertThat(lines()).containsExactly("? message", "? message");
    }

    @Test
    void anAppenderOfAFileOfLogbacksWarnsOnceWithAppenderAndConversionWord() {
        try (ConfiguredContext configured = new ConfiguredContext(xml("auto"))) {
            assertThat(warnings(configured)).singleElement().asString().contains("FILE", "%method");
        }
        try (ConfiguredContext configured = new ConfiguredContext(xml("off"))) {
            configured.getLogger("a").info("message");
            configured.stop();
            assertThat(warnings(configured)).isEmpty();
            assertThat(lines()).containsExactly("? message");
        }
    }

    private static List<String> warnings(ConfiguredContext context) {
        return context.getStatusManager().getCopyOfStatusList().stream()
                .filter(status -> status.getLevel() >= Status.WARN)
                .map(Status::getMessage)
                .toList();
    }

    private String xml(String mode) {
        return """
                <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                  <file>%s</file>
                  <encoder><pattern>%%method %%msg%%n</pattern></encoder>
                </appender>
                <appender name="ASYNC" class="dev.tuned.logging.TunedAsyncAppender">
                  <callerData>%s</callerData>
                  <appender-ref ref="FILE"/>
                </appender>
                <root level="INFO"><appender-ref ref="ASYNC"/></root>
                """.formatted(directory.resolve("app.log"), mode);
    }

    private void log(TunedAsyncAppender async, LoggingEvent event) {
        logger().addAppender(async);
        logged(event);
        logger().detachAppender(async);
    }

    private void logged(LoggingEvent event) {
        logger().callAppenders(event);
    }

    private Logger logger() {
        return context.getLogger("a");
    }

    private FileAppender<ILoggingEvent> file(Encoder<ILoggingEvent> encoder) {
        FileAppender<ILoggingEvent> file = new FileAppender<>();
        file.setContext(context);
        file.setName("FILE");
        file.setFile(directory.resolve("app.log").toString());
        file.setEncoder(encoder);
        file.start();
        return file;
    }

    private PatternLayoutEncoder pattern() {
        return pattern("%method %msg%n");
    }

    private PatternLayoutEncoder pattern(String pattern) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(pattern);
        encoder.start();
        return encoder;
    }

    private TunedAsyncAppender async(FileAppender<ILoggingEvent> file, String callerData, boolean encodeInCaller) {
        TunedAsyncAppender async = new TunedAsyncAppender();
        async.setContext(context);
        async.setName("CALLERLESS");
        started.add(async);
        async.use(EncodedEventTests.settings(encodeInCaller));
        async.setCallerData(callerData);
        async.addAppender(file);
        async.start();
        return async;
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(directory.resolve("app.log"));
        } catch (java.io.IOException ex) {
            throw new java.io.UncheckedIOException(ex);
        }
    }

    /** Prints what it is told as Logback's JSON encoders do, and casts as users do. */
    private static final class UsersEncoder extends EncoderBase<ILoggingEvent> {

        @Override
        public byte[] encode(ILoggingEvent event) {
            StackTraceElement[] callers = ((LoggingEvent) event).getCallerData();
            String method = callers.length == 0 ? "?" : callers[0].getMethodName();
            return (method + " " + event.getFormattedMessage() + "\n").getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] headerBytes() {
            return new byte[0];
        }

        @Override
        public byte[] footerBytes() {
            return new byte[0];
        }
    }

    /** Counts how often it is asked who logged it, which is when a stack is walked. */
    private final class Observed extends LoggingEvent {

        Observed() {
            super(Logger.FQCN, logger(), Level.INFO, "message", null, null);
        }

        @Override
        public StackTraceElement[] getCallerData() {
            walks.incrementAndGet();
            return super.getCallerData();
        }
    }
}
