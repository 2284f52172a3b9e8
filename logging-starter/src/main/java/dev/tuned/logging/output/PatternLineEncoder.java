/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.CoreConstants;
import ch.qos.logback.core.encoder.Encoder;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.queue.BatchBuffer;

/**
 * Does what {@link PatternLayoutEncoder} does without a new buffer, string and array for each event.
 *
 * <p>The converters are a second set of the pattern's, see {@link PatternConverters}. Starting the encoder's own layout again would
 * keep them one set, but put converters in force that are not yet started, and a thread that logs at that moment would lose its
 * event to a {@code NullPointerException}. The first events, one without and one with an exception, are encoded by the encoder
 * itself and compared: should the two differ, because the encoder's converters were processed, it is asked for every event.
 */
final class PatternLineEncoder {

    private static final int INITIAL_CHARS = 1024;
    private static final int LARGEST_KEPT_CHARS = 32 * 1024;

    private final PatternLayoutEncoder encoder;
    private final Encoder<ILoggingEvent> original;
    private final PatternLayout layout;
    private final String pattern;
    private final @Nullable Charset charset;
    private final ConverterChain converters;
    private final Transcoder transcoder;
    private StringBuilder line = new StringBuilder(INITIAL_CHARS);
    private boolean comparedPlain;
    private boolean comparedException;
    private boolean different;

    private PatternLineEncoder(
            PatternLayoutEncoder encoder,
            Encoder<ILoggingEvent> original,
            PatternLayout layout,
            PatternConverters converters) {
        this.encoder = encoder;
        this.original = original;
        this.layout = layout;
        this.pattern = layout.getPattern();
        this.charset = encoder.getCharset();
        this.converters = new ConverterChain(converters.head());
        this.transcoder = new Transcoder(charset == null ? Charset.defaultCharset() : charset);
    }

    /** Returns {@code null} for an encoder that is not exactly Logback's own, or that it cannot stand in for. */
    static @Nullable PatternLineEncoder of(Encoder<ILoggingEvent> original) {
        boolean hideCaller = original instanceof NoCallerDataEncoder;
        Encoder<ILoggingEvent> encoder = original instanceof NoCallerDataEncoder hiding ? hiding.original : original;
        if (encoder.getClass() != PatternLayoutEncoder.class) {
            return null;
        }
        PatternLayoutEncoder patternEncoder = (PatternLayoutEncoder) encoder;
        if (patternEncoder.getLayout() == null
                || patternEncoder.getLayout().getClass() != PatternLayout.class
                || !patternEncoder.getLayout().isStarted()
                || hasEvaluators(patternEncoder)) {
            return null;
        }
        try {
            PatternLayout layout = (PatternLayout) patternEncoder.getLayout();
            PatternConverters converters = PatternConverters.of(layout, hideCaller);
            return converters != null && converters.canStandIn(hideCaller)
                    ? new PatternLineEncoder(patternEncoder, original, layout, converters)
                    : null;
        } catch (RuntimeException ex) {
            // A converter that does not compile twice, or a charset that cannot encode.
            return null;
        }
    }

    /** A converter may have the user's evaluators decide, and these are not asked twice. */
    private static boolean hasEvaluators(PatternLayoutEncoder encoder) {
        return encoder.getContext().getObject(CoreConstants.EVALUATOR_MAP) instanceof Map<?, ?> evaluators
                && !evaluators.isEmpty();
    }

    /** Appends the bytes of an event; what it appended before it threw is removed by the caller. */
    void encode(ILoggingEvent event, BatchBuffer target) {
        if (different || !isUnchanged()) {
            target.append(original.encode(event));
        } else if (event.getThrowableProxy() == null ? comparedPlain : comparedException) {
            write(event, target);
        } else {
            compare(event, target);
        }
    }

    private void compare(ILoggingEvent event, BatchBuffer target) {
        byte[] expected = original.encode(event);
        int begin = target.end();
        write(event, target);
        different = !Arrays.equals(target.reserve(0), begin, target.end(), expected, 0, expected.length);
        target.end(begin);
        target.append(expected);
        if (event.getThrowableProxy() == null) {
            comparedPlain = true;
        } else {
            comparedException = true;
        }
    }

    private void write(ILoggingEvent event, BatchBuffer target) {
        line.setLength(0);
        converters.write(line, event);
        transcoder.append(line, target);
        if (line.capacity() > LARGEST_KEPT_CHARS) {
            line = new StringBuilder(INITIAL_CHARS);
        }
    }

    /** The encoder may get another pattern or charset while it is in use, or colours. */
    private boolean isUnchanged() {
        return converters.isValid()
                && encoder.getLayout() == layout
                && layout.isStarted()
                && pattern.equals(layout.getPattern())
                && Objects.equals(charset, encoder.getCharset());
    }
}
