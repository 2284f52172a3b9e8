/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.lang.reflect.Field;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.pattern.CallerDataConverter;
import ch.qos.logback.classic.pattern.ClassOfCallerConverter;
import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.pattern.EnsureExceptionHandling;
import ch.qos.logback.classic.pattern.FileOfCallerConverter;
import ch.qos.logback.classic.pattern.KeyValuePairConverter;
import ch.qos.logback.classic.pattern.LineOfCallerConverter;
import ch.qos.logback.classic.pattern.LocalSequenceNumberConverter;
import ch.qos.logback.classic.pattern.MarkerConverter;
import ch.qos.logback.classic.pattern.MaskedKeyValuePairConverter;
import ch.qos.logback.classic.pattern.MethodOfCallerConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Context;
import ch.qos.logback.core.CoreConstants;
import ch.qos.logback.core.pattern.CompositeConverter;
import ch.qos.logback.core.pattern.Converter;
import ch.qos.logback.core.pattern.DynamicConverter;
import ch.qos.logback.core.pattern.color.ConverterSupplierByClassName;
import org.jspecify.annotations.Nullable;

/**
 * A second set of the converters of a pattern. Only those of Logback and Spring Boot are made; in the place of the user's stands a
 * {@link Foreign} one, so that nothing of the user's is created, started or asked.
 *
 * @param head the first of them
 * @param classes of all of them
 */
record PatternConverters(Converter<ILoggingEvent> head, Set<Class<?>> classes) {

    private static final Set<String> CALLER_WORDS = Set.of("C", "class", "M", "method", "L", "line", "F", "file");
    private static final Set<Class<?>> ONE_FRAME = Set.of(
            ClassOfCallerConverter.class,
            FileOfCallerConverter.class,
            LineOfCallerConverter.class,
            MethodOfCallerConverter.class);
    /** Two sets of these differ, or they ask objects of the user's a second time. */
    private static final Set<Class<?>> NOT_TWICE = Set.of(
            Foreign.class,
            LocalSequenceNumberConverter.class,
            MarkerConverter.class,
            KeyValuePairConverter.class,
            MaskedKeyValuePairConverter.class,
            CallerDataConverter.class);

    /**
     * Compiles the pattern of a layout; returns {@code null} if that is not possible.
     *
     * @param hideCaller whether words for caller data print a question mark and ask for nothing
     */
    @SuppressWarnings("rawtypes") // As Logback has it.
    static @Nullable PatternConverters of(PatternLayout layout, boolean hideCaller) {
        CompiledHead compiled = new CompiledHead();
        PatternLayout own = new PatternLayout();
        own.setContext(layout.getContext());
        own.setPattern(layout.getPattern());
        Map<String, Supplier<DynamicConverter>> words = own.getInstanceConverterMap();
        words.putAll(layout.getEffectiveConverterMap());
        for (Map.Entry<String, Supplier<DynamicConverter>> word : words.entrySet()) {
            if (!isKnown(word.getValue())) {
                word.setValue(Foreign::new);
            }
        }
        if (hideCaller) {
            for (String word : CALLER_WORDS) {
                words.replace(word, PatternLayout.DEFAULT_CONVERTER_SUPPLIER_MAP.get(word), UnknownCaller::new);
            }
        }
        own.setPostCompileProcessor(compiled);
        own.start();
        return own.isStarted() && compiled.head != null
                ? new PatternConverters(compiled.head, classes(compiled.head, new HashSet<>()))
                : null;
    }

    @SuppressWarnings("rawtypes")
    private static boolean isKnown(Supplier<DynamicConverter> supplier) {
        String name = supplier instanceof ConverterSupplierByClassName byName
                ? className(byName)
                : supplier.getClass().getName();
        return name.startsWith("ch.qos.logback.") || name.startsWith("org.springframework.boot.logging.logback.");
    }

    private static String className(ConverterSupplierByClassName supplier) {
        try {
            Field name = ConverterSupplierByClassName.class.getDeclaredField("converterClassStr");
            name.setAccessible(true);
            return String.valueOf(name.get(supplier));
        } catch (ReflectiveOperationException | RuntimeException ex) {
            // Taken for one of the user's, which is always right.
            return "";
        }
    }

    /** How many frames of caller data the pattern prints, at most {@code most}, which a converter of the user's may ask for. */
    int callerFrames(int most) {
        if (classes.contains(Foreign.class) || classes.contains(CallerDataConverter.class)) {
            return most;
        }
        return Collections.disjoint(classes, ONE_FRAME) ? 0 : 1;
    }

    /** Whether this set may be used in place of the encoder's own. */
    boolean canStandIn(boolean hideCaller) {
        return Collections.disjoint(classes, NOT_TWICE) && (!hideCaller || Collections.disjoint(classes, ONE_FRAME));
    }

    /** Whether none of them counts, or is the user's. */
    boolean areStateless() {
        return !classes.contains(Foreign.class) && !classes.contains(LocalSequenceNumberConverter.class);
    }

    private static Set<Class<?>> classes(@Nullable Converter<ILoggingEvent> first, Set<Class<?>> found) {
        for (Converter<ILoggingEvent> each = first; each != null; each = each.getNext()) {
            found.add(each.getClass());
            if (each instanceof CompositeConverter<ILoggingEvent> composite) {
                classes(composite.getChildConverter(), found);
            }
        }
        return found;
    }

    /** In the place of a converter of the user's, with or without an inside. */
    static final class Foreign extends CompositeConverter<ILoggingEvent> {

        @Override
        protected String transform(ILoggingEvent event, String in) {
            return in;
        }
    }

    /** Prints what Logback prints of a caller that is not known. */
    static final class UnknownCaller extends ClassicConverter {

        @Override
        public String convert(ILoggingEvent event) {
            return CoreConstants.NA;
        }
    }

    private static final class CompiledHead extends EnsureExceptionHandling {

        private @Nullable Converter<ILoggingEvent> head;

        @Override
        public void process(Context context, Converter<ILoggingEvent> first) {
            super.process(context, first);
            head = first;
        }
    }
}
