/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.lang.reflect.Field;
import java.util.List;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import org.jspecify.annotations.Nullable;

/**
 * How much caller data an encoder may print, by its class and pattern. No event is made for it; of an unknown class it is
 * all that Logback would give it.
 */
public final class CallerDataDetector {

    private static final String BOOT = "org.springframework.boot.logging.logback.";
    private static final String LOGSTASH = "net.logstash.logback.";

    private CallerDataDetector() {}

    /** How many frames; 0 for none. */
    static int frames(Encoder<ILoggingEvent> encoder, LoggerContext context) {
        int most = context.getMaxCallerDataDepth();
        PatternConverters converters = converters(encoder);
        if (converters != null) {
            return converters.callerFrames(most);
        }
        return isKnownNotToAsk(encoder) ? 0 : most;
    }

    /** Whether what it prints of an event is known not to depend on those before. */
    static boolean isStateless(Encoder<ILoggingEvent> encoder) {
        if (encoder instanceof NoCallerDataEncoder hiding) {
            return isStateless(hiding.original);
        }
        PatternConverters converters = converters(encoder);
        return converters != null ? converters.areStateless() : isFormatOfBoot(encoder);
    }

    /** Of a pattern, where exactly Logback's encoders print exactly its layout; else {@code null}. */
    private static @Nullable PatternConverters converters(Encoder<ILoggingEvent> encoder) {
        boolean isLogbacks =
                encoder.getClass() == PatternLayoutEncoder.class || encoder.getClass() == LayoutWrappingEncoder.class;
        return isLogbacks
                        && ((LayoutWrappingEncoder<ILoggingEvent>) encoder).getLayout() instanceof PatternLayout layout
                        && layout.getClass() == PatternLayout.class
                ? PatternConverters.of(layout, false)
                : null;
    }

    private static boolean isKnownNotToAsk(Encoder<ILoggingEvent> encoder) {
        String name = encoder.getClass().getName();
        try {
            return name.equals("ch.qos.logback.classic.encoder.JsonEncoder")
                    || isFormatOfBoot(encoder)
                    || (name.startsWith(LOGSTASH + "encoder.")
                            && providers(encoder).stream().allMatch(CallerDataDetector::isPlain));
        } catch (ReflectiveOperationException | RuntimeException ex) {
            return false;
        }
    }

    /** Whether it prints one of Spring Boot's structured formats, and not one of the user's. */
    private static boolean isFormatOfBoot(Encoder<ILoggingEvent> encoder) {
        if (!encoder.getClass().getName().equals(BOOT + "StructuredLogEncoder")) {
            return false;
        }
        try {
            Field field = encoder.getClass().getDeclaredField("formatter");
            field.setAccessible(true);
            Object formatter = field.get(encoder);
            return formatter != null && formatter.getClass().getName().startsWith(BOOT);
        } catch (ReflectiveOperationException | RuntimeException ex) {
            return false;
        }
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
