/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.lang.reflect.Field;
import java.util.List;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Layout;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;

/**
 * How much caller data an encoder may print, by its class and pattern. No event is made for it; of a class that nobody knows it is
 * all that Logback would give it.
 */
public final class CallerDataDetector {

    private static final String BOOT = "org.springframework.boot.logging.logback.";
    private static final String LOGSTASH = "net.logstash.logback.";

    private CallerDataDetector() {}

    /** How many frames; 0 for none. */
    static int frames(Encoder<ILoggingEvent> encoder, LoggerContext context) {
        int most = context.getMaxCallerDataDepth();
        if (isLogbacks(encoder) && encoder instanceof LayoutWrappingEncoder<ILoggingEvent> wrapping) {
            return frames(wrapping, most);
        }
        return isKnownNotToAsk(encoder) ? 0 : most;
    }

    /** Whether what it prints of an event is known not to depend on those before. */
    static boolean isStateless(Encoder<ILoggingEvent> encoder) {
        if (encoder instanceof NoCallerDataEncoder hiding) {
            return isStateless(hiding.original);
        }
        if (isLogbacks(encoder) && encoder instanceof LayoutWrappingEncoder<ILoggingEvent> wrapping) {
            Layout<ILoggingEvent> layout = wrapping.getLayout();
            PatternConverters converters = layout != null && layout.getClass() == PatternLayout.class
                    ? PatternConverters.of((PatternLayout) layout, false)
                    : null;
            return converters != null && converters.areStateless();
        }
        try {
            return isFormatOfBoot(encoder);
        } catch (ReflectiveOperationException | RuntimeException ex) {
            return false;
        }
    }

    private static boolean isLogbacks(Encoder<ILoggingEvent> encoder) {
        return encoder.getClass() == PatternLayoutEncoder.class || encoder.getClass() == LayoutWrappingEncoder.class;
    }

    private static int frames(LayoutWrappingEncoder<ILoggingEvent> encoder, int most) {
        if (encoder.getLayout() != null && encoder.getLayout().getClass() == PatternLayout.class) {
            PatternConverters converters = PatternConverters.of((PatternLayout) encoder.getLayout(), false);
            return converters == null ? 0 : converters.callerFrames(most);
        }
        return most;
    }

    private static boolean isKnownNotToAsk(Encoder<ILoggingEvent> encoder) {
        String name = encoder.getClass().getName();
        if (name.equals("ch.qos.logback.classic.encoder.JsonEncoder")) {
            return true;
        }
        try {
            return isFormatOfBoot(encoder)
                    || (name.startsWith(LOGSTASH + "encoder.")
                            && providers(encoder).stream().allMatch(CallerDataDetector::isPlain));
        } catch (ReflectiveOperationException | RuntimeException ex) {
            return false;
        }
    }

    /** Whether it prints one of Spring Boot's structured formats, and not one of the user's. */
    private static boolean isFormatOfBoot(Encoder<ILoggingEvent> encoder) throws ReflectiveOperationException {
        if (!encoder.getClass().getName().equals(BOOT + "StructuredLogEncoder")) {
            return false;
        }
        Field field = encoder.getClass().getDeclaredField("formatter");
        field.setAccessible(true);
        Object formatter = field.get(encoder);
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
