/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.nio.charset.Charset;
import java.util.Objects;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.pattern.EnsureExceptionHandling;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Context;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.pattern.Converter;
import org.jspecify.annotations.Nullable;

/**
 * Does what {@link PatternLayoutEncoder} does without a new buffer, string and array for each event.
 *
 * <p>The converters are compiled a second time, from the same pattern and context, by a layout of our own, whose post-compile
 * processor is handed them. Starting the encoder's own layout again would keep them one set, but put converters in force that are
 * not yet started, and a thread that logs at that moment would lose its event to a {@code NullPointerException}. Two sets differ
 * where a converter counts ({@code %lsn}); {@link PatternTrial} notices, and the encoder is then asked for every event.
 */
final class PatternLineEncoder implements LineEncoder {

    private static final int INITIAL_CHARS = 1024;
    private static final int LARGEST_KEPT_CHARS = 32 * 1024;

    private final PatternLayoutEncoder encoder;
    private final PatternLayout layout;
    private final String pattern;
    private final @Nullable Charset charset;
    private final ConverterChain converters;
    private final LineEncoder original;
    private final Transcoder transcoder;
    private StringBuilder line = new StringBuilder(INITIAL_CHARS);

    private PatternLineEncoder(
            PatternLayoutEncoder encoder, PatternLayout layout, Converter<ILoggingEvent> converters) {
        this.encoder = encoder;
        this.layout = layout;
        this.pattern = layout.getPattern();
        this.charset = encoder.getCharset();
        this.converters = new ConverterChain(converters);
        this.original = LineEncoder.delegating(encoder);
        this.transcoder = new Transcoder(charset == null ? Charset.defaultCharset() : charset);
    }

    /** Returns {@code null} for an encoder that is not exactly Logback's own, or that it cannot stand in for. */
    static @Nullable PatternLineEncoder of(Encoder<ILoggingEvent> encoder) {
        if (encoder.getClass() != PatternLayoutEncoder.class) {
            return null;
        }
        PatternLayoutEncoder patternEncoder = (PatternLayoutEncoder) encoder;
        if (patternEncoder.getLayout() == null
                || patternEncoder.getLayout().getClass() != PatternLayout.class
                || !patternEncoder.getLayout().isStarted()) {
            return null;
        }
        try {
            PatternLayout layout = (PatternLayout) patternEncoder.getLayout();
            Converter<ILoggingEvent> converters = compile(layout);
            PatternLineEncoder lines =
                    converters == null ? null : new PatternLineEncoder(patternEncoder, layout, converters);
            return lines != null && PatternTrial.isPassedBy(lines, patternEncoder) ? lines : null;
        } catch (RuntimeException ex) {
            // A converter that does not compile twice, or a charset that cannot encode.
            return null;
        }
    }

    private static @Nullable Converter<ILoggingEvent> compile(PatternLayout layout) {
        HandOver handOver = new HandOver();
        PatternLayout own = new PatternLayout();
        own.setContext(layout.getContext());
        own.setPattern(layout.getPattern());
        own.getInstanceConverterMap().putAll(layout.getInstanceConverterMap());
        own.setPostCompileProcessor(handOver);
        own.start();
        return own.isStarted() ? handOver.head : null;
    }

    @Override
    public void encode(ILoggingEvent event, BatchBuffer target) {
        if (!isUnchanged()) {
            original.encode(event, target);
            return;
        }
        line.setLength(0);
        converters.write(line, event);
        transcoder.append(line, target);
        if (line.capacity() > LARGEST_KEPT_CHARS) {
            line = new StringBuilder(INITIAL_CHARS);
        }
    }

    /** Somebody may give the encoder another pattern or charset while it is in use, or switch colours on. */
    private boolean isUnchanged() {
        return converters.isValid()
                && encoder.getLayout() == layout
                && layout.isStarted()
                && pattern.equals(layout.getPattern())
                && Objects.equals(charset, encoder.getCharset());
    }

    private static final class HandOver extends EnsureExceptionHandling {

        private @Nullable Converter<ILoggingEvent> head;

        @Override
        public void process(Context context, Converter<ILoggingEvent> first) {
            super.process(context, first);
            head = first;
        }
    }
}
