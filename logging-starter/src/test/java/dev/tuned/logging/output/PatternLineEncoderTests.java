/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.pattern.EnsureExceptionHandling;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.CoreConstants;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.pattern.DynamicConverter;
import com.sun.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.ansi.AnsiOutput;

import dev.tuned.logging.ConfiguredContext;
import dev.tuned.logging.queue.BatchBuffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class PatternLineEncoderTests {

    private static final List<String> CHARSETS = List.of(
            "UTF-8",
            "ISO-8859-1",
            "US-ASCII",
            "UTF-16",
            "UTF-16LE",
            "UTF-32",
            "windows-1252",
            "Shift_JIS",
            "ISO-2022-JP",
            "GB18030");

    private final ConfiguredContext context = new ConfiguredContext(GeneratedPatterns.BOOT_RULES);
    private final BatchBuffer batch = new BatchBuffer(1024);

    @AfterEach
    void stop() {
        context.stop();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void writesTheBytesOfLogbacksEncoderForGeneratedPatternsAndEvents(long seed) {
        assertBytesOfLogbacksEncoder(seed, 100);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 20261121, 42, -7})
    @Tag("nightly")
    void writesTheBytesOfLogbacksEncoderForManyGeneratedPatternsAndEvents(long seed) {
        assertBytesOfLogbacksEncoder(seed, 300);
    }

    private void assertBytesOfLogbacksEncoder(long seed, int count) {
        Random random = new Random(seed);
        GeneratedPatterns patterns = new GeneratedPatterns(seed);
        GeneratedEvents events = new GeneratedEvents(context, seed);
        for (int i = 0; i < count; i++) {
            String pattern = patterns.next();
            String charset = random.nextInt(8) == 0 ? null : CHARSETS.get(random.nextInt(CHARSETS.size()));
            context.setPackagingDataEnabled(random.nextBoolean());
            PatternLayoutEncoder encoder = encoder(pattern, charset);
            LineEncoder lines = reusing(encoder);
            for (int j = 0; j < 4; j++) {
                LoggingEvent event = events.next();
                boolean first = random.nextBoolean();
                byte[] ours = first ? bytes(lines, event) : null;
                byte[] expected = encoder.encode(event);
                assertThat(first ? ours : bytes(lines, event))
                        .as("seed %d, pattern [%s], charset %s, event %d.%d", seed, pattern, charset, i, j)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void writesTheBytesOfLogbacksEncoderForEveryConversionWord() {
        GeneratedEvents events = new GeneratedEvents(context, 5);
        for (String word : PatternLayout.DEFAULT_CONVERTER_SUPPLIER_MAP.keySet()) {
            if (word.equals("lsn")) {
                continue;
            }
            String one = word + (word.equals("maskedKvp") ? "{key0}" : "");
            PatternLayoutEncoder encoder = encoder("%" + one + " %-30.30" + one + " %20(%" + one + " %msg)%n", null);
            LineEncoder lines = reusing(encoder);
            for (int i = 0; i < 20; i++) {
                LoggingEvent event = events.next();
                assertThat(bytes(lines, event)).as(word).isEqualTo(encoder.encode(event));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16", "US-ASCII", "ISO-2022-JP"})
    void aLineOfAMegabyteLeavesNothingBehind(String charset) {
        PatternLayoutEncoder encoder = encoder("%msg%n", charset);
        LineEncoder lines = reusing(encoder);
        for (String message : List.of("\u65e5\ud83d\ude00a".repeat(250_000), "", "short")) {
            assertThat(bytes(lines, event(message))).isEqualTo(encoder.encode(event(message)));
        }
    }

    @Test
    void anEmptyLineHasNoBytes() {
        assertThat(bytes(reusing(encoder("%nopex", "UTF-16")), event("any"))).isEmpty();
    }

    /** Counted by the JVM for this thread; a thousand events may cost what one array would. */
    @ParameterizedTest
    @ValueSource(ints = {100, 1400, 10_000})
    void allocatesNothingForALine(int length) {
        LineEncoder lines = reusing(encoder("%msg%n", "UTF-8"));
        LoggingEvent event = event("a".repeat(length));
        event.prepareForDeferredProcessing();
        assertThat(allocated(lines, event)).isLessThan(10_000);
    }

    private static void encode(LineEncoder lines, LoggingEvent event, BatchBuffer target, int times) {
        for (int i = 0; i < times; i++) {
            lines.encode(event, target);
            target.clear();
        }
    }

    @Test
    void whatAConverterThrowsIsThrownAndLeavesNothingBehind() {
        register("boom", Failing::new);
        PatternLayoutEncoder encoder = encoder("before %boom after", null);
        LineEncoder lines = lines(encoder);
        assertThat(bytes(lines, event("fine"))).isEqualTo(encoder.encode(event("fine")));
        int end = batch.end();
        assertThatIllegalStateException().isThrownBy(() -> encoder.encode(event("fail")));
        assertThatIllegalStateException().isThrownBy(() -> lines.encode(event("fail"), batch));
        assertThat(batch.end()).isEqualTo(end);
        assertThat(bytes(lines, event("fine"))).isEqualTo(encoder.encode(event("fine")));
    }

    @Test
    void aConverterThatCountsStaysOneCounter() {
        register("count", Counting::new);
        for (String pattern : List.of("%lsn %msg", "%count %msg", "%replace(%count){'a', 'b'} %msg")) {
            PatternLayoutEncoder encoder = encoder(pattern, null);
            LineEncoder lines = lines(encoder);
            String first = new String(bytes(lines, event("x")), StandardCharsets.UTF_8);
            String second = new String(encoder.encode(event("x")), StandardCharsets.UTF_8);
            assertThat(Long.parseLong(second.split(" ")[0]))
                    .as(pattern)
                    .isEqualTo(Long.parseLong(first.split(" ")[0]) + 1);
        }
    }

    @Test
    void aLayoutWhosePostCompileProcessorWasReplacedIsAskedItself() {
        PatternLayoutEncoder encoder = encoder("%msg", null);
        PatternLayout layout = (PatternLayout) encoder.getLayout();
        layout.setPostCompileProcessor((c, head) -> {});
        layout.start();
        LoggingEvent event = event("x", new IllegalStateException());
        assertThat(bytes(lines(encoder), event)).isEqualTo(encoder.encode(event));
    }

    @Test
    void aSubclassIsAskedItself() {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder() {
            @Override
            public byte[] encode(ILoggingEvent event) {
                return new byte[] {42};
            }
        };
        start(encoder, "%msg", null);
        assertThat(bytes(lines(encoder), event("x"))).containsExactly(42);
    }

    @Test
    void withoutAPatternPrintsNothingAsInLogback() {
        PatternLayoutEncoder encoder = encoder("", null);
        assertThat(bytes(lines(encoder), event("x"))).isEqualTo(encoder.encode(event("x")));
    }

    /** Boot's console pattern has eight colours, each with two strings of what it encloses. */
    @Test
    void writesWhatIsInsideAColourOnlyWithoutTheColourWhereThereIsNone() {
        String pattern =
                "%clr(%d){faint} %clr(%5p) %clr(%t){magenta} %clr([%15.15t]){faint} %clr(%-40.40logger{39}){cyan} %m%n";
        PatternLayoutEncoder encoder = encoder(pattern, null);
        LineEncoder lines = reusing(encoder);
        LoggingEvent event = event("x");
        byte[] plain = encoder.encode(event);
        assertThat(bytes(lines, event)).isEqualTo(plain);
        AnsiOutput.Enabled before = AnsiOutput.getEnabled();
        try {
            AnsiOutput.setEnabled(AnsiOutput.Enabled.ALWAYS);
            assertThat(bytes(lines, event)).isEqualTo(encoder.encode(event)).isNotEqualTo(plain);
            assertThat(bytes(reusing(encoder), event)).isEqualTo(encoder.encode(event));
            AnsiOutput.setEnabled(AnsiOutput.Enabled.NEVER);
            assertThat(bytes(lines, event)).isEqualTo(plain);
            assertThat(allocated(lines, event)).isLessThan(allocated(encodedBy(encoder), event) / 2);
        } finally {
            AnsiOutput.setEnabled(before);
        }
    }

    private static long allocated(LineEncoder lines, LoggingEvent event) {
        BatchBuffer target = new BatchBuffer(64 * 1024);
        encode(lines, event, target, 100);
        ThreadMXBean threads = (ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        encode(lines, event, target, 1000);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void followsAChangeOfPatternOrCharset() {
        PatternLayoutEncoder encoder = encoder("%msg", null);
        LineEncoder lines = reusing(encoder);
        encoder.setCharset(StandardCharsets.UTF_16BE);
        assertThat(bytes(lines, event("x"))).containsExactly(0, 'x');
        encoder.setPattern("%level");
        encoder.start();
        assertThat(bytes(lines, event("x"))).isEqualTo(encoder.encode(event("y")));
        encoder.getLayout().stop();
        assertThat(bytes(lines, event("x"))).isEmpty();
    }

    @Test
    void theWordsOfOneLayoutAreKept() {
        PatternLayoutEncoder encoder = encoder("%msg", null);
        PatternLayout layout = (PatternLayout) encoder.getLayout();
        layout.getInstanceConverterMap().put("msg", Failing::new);
        layout.setPostCompileProcessor(new EnsureExceptionHandling());
        layout.start();
        assertThat(bytes(lines(encoder), event("x"))).isEqualTo("fine".getBytes(StandardCharsets.UTF_8));
    }

    private static LineEncoder reusing(PatternLayoutEncoder encoder) {
        PatternLineEncoder lines = PatternLineEncoder.of(encoder, false);
        assertThat(lines).as(encoder.getPattern()).isNotNull();
        return lines::encode;
    }

    /** As {@link BatchOutput} does it. */
    private static LineEncoder lines(Encoder<ILoggingEvent> encoder) {
        PatternLineEncoder lines = PatternLineEncoder.of(encoder, false);
        return lines != null ? lines::encode : encodedBy(encoder);
    }

    private static LineEncoder encodedBy(Encoder<ILoggingEvent> encoder) {
        return (event, target) -> target.append(encoder.encode(event));
    }

    @FunctionalInterface
    private interface LineEncoder {

        void encode(ILoggingEvent event, BatchBuffer target);
    }

    private byte[] bytes(LineEncoder lines, ILoggingEvent event) {
        if (batch.isFull()) {
            batch.clear();
        }
        int begin = batch.end();
        lines.encode(event, batch);
        return Arrays.copyOfRange(batch.reserve(0), begin, batch.end());
    }

    private PatternLayoutEncoder encoder(String pattern, @Nullable String charset) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        start(encoder, pattern, charset);
        return encoder;
    }

    private void start(PatternLayoutEncoder encoder, String pattern, @Nullable String charset) {
        encoder.setContext(context);
        encoder.setPattern(pattern);
        encoder.setCharset(charset == null ? null : Charset.forName(charset));
        encoder.start();
    }

    private LoggingEvent event(String message) {
        return event(message, null);
    }

    private LoggingEvent event(String message, @Nullable Throwable throwable) {
        return new LoggingEvent(Logger.FQCN, context.getLogger("a"), Level.INFO, message, throwable, null);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // As Logback declares it.
    private void register(String word, Supplier<DynamicConverter> converter) {
        Map<String, Supplier<DynamicConverter>> rules = (Map<String, Supplier<DynamicConverter>>)
                context.getObject(CoreConstants.PATTERN_RULE_REGISTRY_FOR_SUPPLIERS);
        rules.put(word, converter);
    }

    private static final class Failing extends ClassicConverter {

        @Override
        public String convert(ILoggingEvent event) {
            if ("fail".equals(event.getMessage())) {
                throw new IllegalStateException("boom");
            }
            return "fine";
        }
    }

    private static final class Counting extends ClassicConverter {

        private final AtomicInteger count = new AtomicInteger();

        @Override
        public String convert(ILoggingEvent event) {
            return String.valueOf(count.incrementAndGet());
        }
    }
}
