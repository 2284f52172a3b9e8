/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.CoreConstants;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.pattern.CompositeConverter;
import ch.qos.logback.core.pattern.Converter;
import ch.qos.logback.core.pattern.FormattingConverter;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ansi.AnsiColor;
import org.springframework.boot.ansi.AnsiOutput;

import dev.tuned.logging.queue.BatchBuffer;

/**
 * Does what exactly {@link PatternLayoutEncoder} does with exactly {@link PatternLayout}, by asking the same converters in the same order,
 * without a new buffer, string and array for each event. For one thread.
 *
 * <p>Where there are no colours, what is inside Spring Boot's {@code %clr} is written without it: it makes two strings of what it
 * encloses, eight times in the pattern of a console.
 */
final class PatternLineEncoder {

    private static final int INITIAL_CHARS = 1024;
    private static final int LARGEST_KEPT_CHARS = 32 * 1024;
    private static final String COLOR_CONVERTER = "org.springframework.boot.logging.logback.ColorConverter";

    private final PatternLayoutEncoder encoder;
    private final boolean hidesCaller;
    private final PatternLayout layout;
    private final String pattern;
    private final @Nullable Charset charset;
    private final Converter<ILoggingEvent>[] converters;
    private final Transcoder transcoder;
    private boolean colourless;
    /** Whether there are words for caller data, or for anything, within others. */
    private boolean needsView;

    private StringBuilder line = new StringBuilder(INITIAL_CHARS);

    @SuppressWarnings({"unchecked", "rawtypes"})
    private PatternLineEncoder(PatternLayoutEncoder encoder, boolean hidesCaller, Converter<ILoggingEvent> head) {
        this.encoder = encoder;
        this.hidesCaller = hidesCaller;
        this.layout = (PatternLayout) encoder.getLayout();
        this.pattern = layout.getPattern();
        this.charset = encoder.getCharset();
        List<Converter<ILoggingEvent>> chain = new ArrayList<>();
        add(head, chain);
        this.converters = chain.toArray(new Converter[0]);
        this.transcoder = new Transcoder(charset == null ? Charset.defaultCharset() : charset);
    }

    /**
     * Returns {@code null} for an encoder that is not exactly Logback's own, or that it cannot stand in for.
     *
     * @param hidesCaller whether words for caller data print a question mark and ask for nothing
     */
    static @Nullable PatternLineEncoder of(Encoder<ILoggingEvent> encoder, boolean hidesCaller) {
        Converter<ILoggingEvent> head =
                encoder.getClass() == PatternLayoutEncoder.class ? EncoderNeeds.converters(encoder) : null;
        try {
            return head == null ? null : new PatternLineEncoder((PatternLayoutEncoder) encoder, hidesCaller, head);
        } catch (UnsupportedOperationException ex) {
            // A charset that cannot encode.
            return null;
        }
    }

    private void add(@Nullable Converter<ILoggingEvent> head, List<Converter<ILoggingEvent>> chain) {
        for (Converter<ILoggingEvent> each = head; each != null; each = each.getNext()) {
            if (isColour(each) && !Colours.areOn()) {
                colourless = true;
                add(((CompositeConverter<ILoggingEvent>) each).getChildConverter(), chain);
            } else if (hidesCaller && EncoderNeeds.ONE_FRAME.contains(each.getClass())) {
                chain.add(new UnknownCaller((FormattingConverter<ILoggingEvent>) each));
            } else {
                chain.add(each);
                needsView |= hidesCaller && EncoderNeeds.mayAskForCaller(each);
            }
        }
    }

    private static boolean isColour(Converter<ILoggingEvent> converter) {
        return converter.getClass().getName().equals(COLOR_CONVERTER)
                && ((CompositeConverter<ILoggingEvent>) converter).getFormattingInfo() == null;
    }

    /** Appends the bytes of an event; what it appended before it threw is removed by the caller. */
    void encode(ILoggingEvent event, BatchBuffer target) {
        if (!isUnchanged()) {
            target.append(encoder.encode(EventView.of(event, hidesCaller)));
            return;
        }
        line.setLength(0);
        ILoggingEvent shown = EventView.of(event, needsView);
        for (Converter<ILoggingEvent> converter : converters) {
            converter.write(line, shown);
        }
        transcoder.append(line, target);
        if (line.capacity() > LARGEST_KEPT_CHARS) {
            line = new StringBuilder(INITIAL_CHARS);
        }
    }

    /** The encoder may get another pattern or charset while it is in use, or colours. */
    private boolean isUnchanged() {
        return (!colourless || !Colours.areOn())
                && encoder.getLayout() == layout
                && layout.isStarted()
                && pattern.equals(layout.getPattern())
                && Objects.equals(charset, encoder.getCharset());
    }

    /** Prints what Logback prints of a caller that is not known. */
    private static final class UnknownCaller extends ClassicConverter {

        UnknownCaller(FormattingConverter<ILoggingEvent> inPlaceOf) {
            setFormattingInfo(inPlaceOf.getFormattingInfo());
        }

        @Override
        public String convert(ILoggingEvent event) {
            return CoreConstants.NA;
        }
    }

    /** Apart, so that the appender can be used without Spring Boot. */
    private static final class Colours {

        static boolean areOn() {
            return !AnsiOutput.encode(AnsiColor.RED).isEmpty();
        }
    }
}
