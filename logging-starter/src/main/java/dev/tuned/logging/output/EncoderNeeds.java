/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.pattern.CallerDataConverter;
import ch.qos.logback.classic.pattern.ClassOfCallerConverter;
import ch.qos.logback.classic.pattern.FileOfCallerConverter;
import ch.qos.logback.classic.pattern.KeyValuePairConverter;
import ch.qos.logback.classic.pattern.LineOfCallerConverter;
import ch.qos.logback.classic.pattern.LocalSequenceNumberConverter;
import ch.qos.logback.classic.pattern.MarkerConverter;
import ch.qos.logback.classic.pattern.MaskedKeyValuePairConverter;
import ch.qos.logback.classic.pattern.MethodOfCallerConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.CoreConstants;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.pattern.CompositeConverter;
import ch.qos.logback.core.pattern.Converter;
import org.jspecify.annotations.Nullable;

/**
 * What an encoder needs of an event that may be gone, or have changed, when the writer comes to it: decided by the classes of the encoder
 * and of the converters of its pattern, without an event. An unknown class gets all that Logback would give it, and events in their order.
 *
 * @param callerFrames how many frames of caller data it may print, 0 for none
 * @param objects whether it asks objects in the event, and does not depend on earlier events, so that a caller may encode
 */
record EncoderNeeds(int callerFrames, boolean objects) {

    private static final String LOGBACK = "ch.qos.logback.";
    private static final String BOOT = "org.springframework.boot.logging.logback.";
    private static final String LOGSTASH = "net.logstash.logback.";

    /** Converters that print one frame of caller data. */
    static final Set<Class<?>> ONE_FRAME = Set.of(
            ClassOfCallerConverter.class,
            FileOfCallerConverter.class,
            LineOfCallerConverter.class,
            MethodOfCallerConverter.class);

    private static final Set<Class<?>> OBJECTS =
            Set.of(MarkerConverter.class, KeyValuePairConverter.class, MaskedKeyValuePairConverter.class);

    /** Finds out. Frames of caller data are at most {@code maxFrames}. */
    static EncoderNeeds of(Encoder<ILoggingEvent> encoder, int maxFrames) {
        Converter<ILoggingEvent> head = converters(encoder);
        if (head != null) {
            return ofPattern(classes(head), hasEvaluators(encoder), maxFrames);
        }
        return isFormatOfBoot(encoder)
                ? new EncoderNeeds(0, true)
                : new EncoderNeeds(isKnownWithoutCaller(encoder) ? 0 : maxFrames, false);
    }

    private static EncoderNeeds ofPattern(Set<Class<?>> classes, boolean evaluators, int maxFrames) {
        boolean known = classes.stream()
                .map(Class::getName)
                .allMatch(name -> name.startsWith(LOGBACK) || name.startsWith(BOOT));
        int oneFrame = Collections.disjoint(classes, ONE_FRAME) ? 0 : 1;
        return new EncoderNeeds(
                known && !classes.contains(CallerDataConverter.class) ? oneFrame : maxFrames,
                known
                        && !classes.contains(LocalSequenceNumberConverter.class)
                        && (evaluators || !Collections.disjoint(classes, OBJECTS)));
    }

    /** Whether a converter, or one within it, may ask who logged the event. */
    static boolean mayAskForCaller(Converter<ILoggingEvent> converter) {
        return ofPattern(classesWithin(converter), false, 1).callerFrames > 0;
    }

    /** The first converter of a pattern, where exactly Logback's encoders print exactly its layout; else {@code null}. */
    @SuppressWarnings("unchecked")
    static @Nullable Converter<ILoggingEvent> converters(Encoder<ILoggingEvent> encoder) {
        boolean isLogbacks =
                encoder.getClass() == PatternLayoutEncoder.class || encoder.getClass() == LayoutWrappingEncoder.class;
        return isLogbacks
                        && ((LayoutWrappingEncoder<ILoggingEvent>) encoder).getLayout() instanceof PatternLayout layout
                        && layout.getClass() == PatternLayout.class
                ? (Converter<ILoggingEvent>) PrivateField.HEAD.of(layout)
                : null;
    }

    private static Set<Class<?>> classes(@Nullable Converter<ILoggingEvent> first) {
        Set<Class<?>> classes = new HashSet<>();
        for (Converter<ILoggingEvent> each = first; each != null; each = each.getNext()) {
            classes.addAll(classesWithin(each));
        }
        return classes;
    }

    private static Set<Class<?>> classesWithin(Converter<ILoggingEvent> converter) {
        Set<Class<?>> classes = new HashSet<>(Set.of(converter.getClass()));
        if (converter instanceof CompositeConverter<ILoggingEvent> composite) {
            classes.addAll(classes(composite.getChildConverter()));
        }
        return classes;
    }

    /** A converter may have the user's evaluators decide, by anything that is in the event. */
    private static boolean hasEvaluators(Encoder<ILoggingEvent> encoder) {
        return ((LayoutWrappingEncoder<ILoggingEvent>) encoder).getContext().getObject(CoreConstants.EVALUATOR_MAP)
                        instanceof Map<?, ?> evaluators
                && !evaluators.isEmpty();
    }

    private static boolean isKnownWithoutCaller(Encoder<ILoggingEvent> encoder) {
        String name = encoder.getClass().getName();
        try {
            return name.equals(LOGBACK + "classic.encoder.JsonEncoder")
                    || (name.startsWith(LOGSTASH + "encoder.")
                            && providers(encoder).stream().allMatch(EncoderNeeds::isPlain));
        } catch (ReflectiveOperationException | RuntimeException ex) {
            return false;
        }
    }

    /** Whether it prints one of Spring Boot's structured formats, and not one of the user's. */
    private static boolean isFormatOfBoot(Encoder<ILoggingEvent> encoder) {
        boolean isBoots = encoder.getClass().getName().equals(PrivateField.FORMATTER.type);
        Object formatter = isBoots ? PrivateField.FORMATTER.of(encoder) : null;
        return formatter != null && formatter.getClass().getName().startsWith(BOOT);
    }

    private static List<?> providers(Encoder<ILoggingEvent> encoder) throws ReflectiveOperationException {
        Object providers = encoder.getClass().getMethod("getProviders").invoke(encoder);
        return (List<?>) providers.getClass().getMethod("getProviders").invoke(providers);
    }

    /** Whether it is one of the encoder's own that prints neither caller data nor a pattern. */
    private static boolean isPlain(Object provider) {
        String name = provider.getClass().getName();
        return name.startsWith(LOGSTASH)
                && !name.contains("CallerData")
                && !name.contains("Pattern")
                && !name.contains("Nested");
    }
}
