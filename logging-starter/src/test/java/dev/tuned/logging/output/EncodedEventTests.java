/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;
import org.slf4j.event.KeyValuePair;

import dev.tuned.logging.ConfiguredContext;
import dev.tuned.logging.TunedAsyncAppender;
import dev.tuned.logging.queue.AppenderStatistics;
import dev.tuned.logging.queue.DropReason;
import dev.tuned.logging.queue.LoggingSettings;

import static org.assertj.core.api.Assertions.assertThat;

class EncodedEventTests {

    @TempDir
    Path directory;

    private final ConfiguredContext context = new ConfiguredContext("");
    private final List<TunedAsyncAppender> started = new ArrayList<>();
    private final List<Thread> encoding = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        started.forEach(TunedAsyncAppender::stop);
        context.stop();
    }

    @Test
    void theCallerEncodesAndTheWriterCopies() throws Exception {
        TunedAsyncAppender async = async(true);
        encoding.clear();
        async.doAppend(event("a"));
        async.doAppend(event("b"));
        assertThat(async.flush()).isTrue();
        async.drain();
        async.doAppend(event("c"));
        assertThat(Files.readAllLines(directory.resolve("app.log"))).containsExactly("a", "b", "c");
        assertThat(encoding).hasSize(3).containsOnly(Thread.currentThread());
    }

    @Test
    void otherwiseTheWriterEncodes() {
        TunedAsyncAppender async = async(false);
        encoding.clear();
        async.doAppend(event("a"));
        assertThat(async.flush()).isTrue();
        assertThat(encoding).hasSize(1).doesNotContain(Thread.currentThread());
    }

    static List<Consumer<LoggingEvent>> objects() {
        return List.of(
                event -> event.addKeyValuePair(new KeyValuePair("key", new StringBuilder("changes"))),
                event -> event.addKeyValuePair(new KeyValuePair("key", new int[] {1})),
                event -> event.addMarker(markerOfTheUsers()));
    }

    private static Marker markerOfTheUsers() {
        return (Marker) Proxy.newProxyInstance(
                Marker.class.getClassLoader(), new Class<?>[] {Marker.class}, (proxy, method, arguments) -> null);
    }

    /** It may count what it encodes, and needs its events in their order. */
    @ParameterizedTest
    @MethodSource("objects")
    void theWriterEncodesForAnEncoderOfTheUsers(Consumer<LoggingEvent> addTo) throws Exception {
        TunedAsyncAppender async = async(false);
        encoding.clear();
        LoggingEvent event = event("a");
        addTo.accept(event);
        async.doAppend(event);
        assertThat(async.flush()).isTrue();
        assertThat(encoding).hasSize(1).doesNotContain(Thread.currentThread());
        assertThat(Files.readAllLines(directory.resolve("app.log"))).containsExactly("a");
    }

    /** They may change after the call, or need a lock of the caller's. */
    @ParameterizedTest
    @ValueSource(strings = {"%kvp %msg%n", "%d %kvp{NONE} %marker %msg%n"})
    void theCallerEncodesWhatHoldsObjectsThatAPatternAsks(String pattern) {
        assertThat(threadOfToString(pattern)).isSameAs(Thread.currentThread());
    }

    @Test
    void theWriterEncodesForAPatternThatCounts() {
        assertThat(threadOfToString("%lsn %kvp %msg%n")).isNotSameAs(Thread.currentThread());
    }

    private Thread threadOfToString(String pattern) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(pattern);
        encoder.start();
        TunedAsyncAppender async = async(false, encoder);
        List<Thread> asked = new CopyOnWriteArrayList<>();
        LoggingEvent event = event("a");
        event.addKeyValuePair(new KeyValuePair("key", new Object() {

            @Override
            public String toString() {
                asked.add(Thread.currentThread());
                return "value";
            }
        }));
        async.doAppend(event);
        assertThat(async.flush()).isTrue();
        assertThat(asked).hasSize(1);
        return asked.get(0);
    }

    static List<Consumer<LoggingEvent>> constants() {
        return List.of(
                event -> event.addKeyValuePair(new KeyValuePair("key", "value")),
                event -> event.addKeyValuePair(new KeyValuePair("key", 1L)),
                event -> event.addKeyValuePair(new KeyValuePair("key", Instant.EPOCH)),
                event -> event.addMarker(MarkerFactory.getMarker("PLAIN")),
                event -> event.setArgumentArray(new Object[] {"text", new Object(), null}));
    }

    @ParameterizedTest
    @MethodSource("constants")
    void theWriterEncodesWhatCannotChange(Consumer<LoggingEvent> addTo) {
        TunedAsyncAppender async = async(false);
        encoding.clear();
        LoggingEvent event = event("a");
        addTo.accept(event);
        async.doAppend(event);
        assertThat(async.flush()).isTrue();
        assertThat(encoding).hasSize(1).doesNotContain(Thread.currentThread());
    }

    @Test
    void anEventThatCannotBeEncodedIsCounted() throws Exception {
        TunedAsyncAppender async = async(true);
        async.doAppend(event("fail"));
        async.doAppend(event("a"));
        assertThat(async.flush()).isTrue();
        AppenderStatistics statistics = async.statistics();
        assertThat(statistics).isNotNull();
        assertThat(statistics.droppedBy()).isEqualTo(Map.of(DropReason.ERROR, Map.of(Level.INFO, 1L)));
        assertThat(Files.readAllLines(directory.resolve("app.log"))).contains("a");
    }

    /** Also a property that a later Logback adds. */
    @Test
    void aViewShowsEveryPropertyOfTheEvent() throws Exception {
        GeneratedEvents events = new GeneratedEvents(context, 3);
        for (int i = 0; i < 50; i++) {
            LoggingEvent event = events.next();
            EventView view = new EventView(event, false);
            event.getCallerData();
            for (Method property : properties()) {
                assertThat(property.invoke(view)).as(property.getName()).isEqualTo(property.invoke(event));
            }
        }
    }

    private static List<Method> properties() {
        List<Method> properties = Arrays.stream(LoggingEvent.class.getMethods())
                .filter(method -> method.getDeclaringClass() != Object.class && method.getParameterCount() == 0)
                .filter(method -> method.getReturnType() != void.class)
                .toList();
        assertThat(properties).hasSizeGreaterThan(15);
        return properties;
    }

    static LoggingSettings settings(boolean encodeInCaller) {
        LoggingSettings settings = new LoggingSettings();
        settings.encodeInCaller = encodeInCaller;
        return settings;
    }

    private TunedAsyncAppender async(boolean encodeInCaller) {
        return async(encodeInCaller, new Recording());
    }

    private TunedAsyncAppender async(boolean encodeInCaller, Encoder<ILoggingEvent> encoder) {
        FileAppender<ILoggingEvent> file = new FileAppender<>();
        file.setContext(context);
        file.setName("FILE");
        file.setFile(directory.resolve("app.log").toString());
        file.setEncoder(encoder);
        file.start();
        TunedAsyncAppender async = new TunedAsyncAppender();
        async.setContext(context);
        async.setName("ENCODED");
        started.add(async);
        async.use(settings(encodeInCaller));
        async.addAppender(file);
        async.start();
        return async;
    }

    private LoggingEvent event(String message) {
        return new LoggingEvent(Logger.FQCN, context.getLogger("a"), Level.INFO, message, null, null);
    }

    private final class Recording extends EncoderBase<ILoggingEvent> {

        @Override
        public byte[] encode(ILoggingEvent event) {
            encoding.add(Thread.currentThread());
            if (event.getMessage().equals("fail")) {
                throw new IllegalStateException("cannot be encoded");
            }
            return (event.getMessage() + "\n").getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte @Nullable [] headerBytes() {
            return null;
        }

        @Override
        public byte @Nullable [] footerBytes() {
            return null;
        }
    }
}
