/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.util.ArrayList;
import java.util.List;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.pattern.CompositeConverter;
import ch.qos.logback.core.pattern.Converter;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ansi.AnsiColor;
import org.springframework.boot.ansi.AnsiOutput;

/**
 * The converters of a pattern. Where there are no colours, what is inside Spring Boot's {@code %clr} is written without it: it
 * makes two strings of what it encloses, eight times in the pattern of a console.
 */
final class ConverterChain {

    private static final String COLOR_CONVERTER = "org.springframework.boot.logging.logback.ColorConverter";

    private final Converter<ILoggingEvent>[] converters;
    private boolean colourless;

    @SuppressWarnings({"unchecked", "rawtypes"})
    ConverterChain(@Nullable Converter<ILoggingEvent> head) {
        List<Converter<ILoggingEvent>> chain = new ArrayList<>();
        add(head, chain);
        converters = chain.toArray(new Converter[0]);
    }

    private void add(@Nullable Converter<ILoggingEvent> head, List<Converter<ILoggingEvent>> chain) {
        for (Converter<ILoggingEvent> each = head; each != null; each = each.getNext()) {
            if (isColour(each) && !Colours.areOn()) {
                colourless = true;
                add(((CompositeConverter<ILoggingEvent>) each).getChildConverter(), chain);
            } else {
                chain.add(each);
            }
        }
    }

    private static boolean isColour(Converter<ILoggingEvent> converter) {
        return converter.getClass().getName().equals(COLOR_CONVERTER)
                && ((CompositeConverter<ILoggingEvent>) converter).getFormattingInfo() == null;
    }

    /** Whether this still is what the pattern says: colours may have been switched on. */
    boolean isValid() {
        return !colourless || !Colours.areOn();
    }

    void write(StringBuilder line, ILoggingEvent event) {
        for (Converter<ILoggingEvent> converter : converters) {
            converter.write(line, event);
        }
    }

    /** Apart, so that the appender can be used without Spring Boot. */
    private static final class Colours {

        static boolean areOn() {
            return !AnsiOutput.encode(AnsiColor.RED).isEmpty();
        }
    }
}
