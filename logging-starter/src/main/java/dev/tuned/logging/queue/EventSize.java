/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.lang.reflect.Array;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/**
 * How much of the heap an event holds: the texts, arrays and collections of the JDK in its message, arguments, exceptions, MDC and key-value
 * pairs, by their lengths, and what it was encoded to. Looks into no object of the user's, and calls none; such an object counts by a
 * constant.
 */
public final class EventSize {

    /** Up to here the bound on the number of events is enough. */
    private static final int MAX_SMALL_BYTES = 2048;

    private static final int OBJECT_BYTES = 32;
    /** Of one frame of a stack trace: its element, the proxy around that, and the place in an array. */
    private static final int FRAME_BYTES = 72;
    /** Causes and suppressed exceptions that are looked at, at most: they may contain themselves. */
    private static final int MAX_DEPTH = 64;

    /** Of these it is known that they give their elements without asking anybody. */
    private static final Set<Class<?>> COLLECTIONS = Stream.of(
                    new ArrayList<>(),
                    Arrays.asList(1),
                    List.of(),
                    List.of(1),
                    new HashSet<>(),
                    new LinkedHashSet<>(),
                    Set.of(),
                    Set.of(1),
                    new HashMap<>(),
                    new LinkedHashMap<>(),
                    Map.of(),
                    Map.of(1, 1))
            .map(Object::getClass)
            .collect(Collectors.toSet());

    private EventSize() {}

    /** An event that has been encoded. */
    public interface Encoded {

        /** How many bytes it was encoded to. */
        int encodedBytes();
    }

    /** Bytes of a large event, 0 for a small one. */
    static int ofLarge(ILoggingEvent event) {
        long size = ofObject(event.getFormattedMessage(), 0);
        if (event instanceof Encoded encoded) {
            size += encoded.encodedBytes();
        }
        Object[] arguments = event.getArgumentArray();
        if (arguments != null) {
            size += ofArray(arguments, 0);
        }
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs != null) {
            for (KeyValuePair pair : pairs) {
                size += ofText(pair.key) + ofObject(pair.value, 0);
            }
        }
        size += ofThrowable(event.getThrowableProxy(), 0);
        Map<String, String> mdc = event.getMDCPropertyMap();
        if (!mdc.isEmpty()) {
            // Without an iterator and the entries it makes.
            long[] sum = {0};
            mdc.forEach((key, value) -> sum[0] += ofText(key) + ofText(value));
            size += sum[0];
        }
        return size <= MAX_SMALL_BYTES ? 0 : (int) Math.min(size, Integer.MAX_VALUE);
    }

    private static long ofText(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    private static long ofObject(@Nullable Object value, int depth) {
        if (value instanceof String
                || value instanceof StringBuilder
                || value instanceof StringBuffer
                || value instanceof CharBuffer) {
            return OBJECT_BYTES + (long) ((CharSequence) value).length();
        }
        if (value instanceof Object[] array) {
            return ofArray(array, depth);
        }
        if ((value instanceof Collection<?> || value instanceof Map<?, ?>) && COLLECTIONS.contains(value.getClass())) {
            return ofCollection(value, depth);
        }
        Class<?> element = value == null ? null : value.getClass().getComponentType();
        return element != null ? (long) Array.getLength(value) * bytes(element) : OBJECT_BYTES;
    }

    private static long ofCollection(Object collection, int depth) {
        try {
            return collection instanceof Map<?, ?> map
                    ? ofArray(map.keySet().toArray(), depth)
                            + ofArray(map.values().toArray(), depth)
                    : ofArray(((Collection<?>) collection).toArray(), depth);
        } catch (RuntimeException ex) {
            // Another thread changes it meanwhile.
            return OBJECT_BYTES;
        }
    }

    private static long ofArray(Object[] array, int depth) {
        long size = (long) array.length * Integer.BYTES;
        // As deep as anybody prints; an array in itself would double the work with each step.
        if (depth <= 2) {
            for (Object each : array) {
                size += ofObject(each, depth + 1);
            }
        }
        return size;
    }

    private static long ofThrowable(@Nullable IThrowableProxy thrown, int depth) {
        if (thrown == null || depth == MAX_DEPTH) {
            return 0;
        }
        StackTraceElementProxy[] frames = thrown.getStackTraceElementProxyArray();
        long size = OBJECT_BYTES + ofText(thrown.getMessage()) + ofText(thrown.getOverridingMessage());
        size += frames == null ? 0 : (long) frames.length * FRAME_BYTES;
        size += ofThrowable(thrown.getCause(), depth + 1);
        IThrowableProxy[] suppressed = thrown.getSuppressed();
        if (suppressed != null) {
            for (IThrowableProxy one : suppressed) {
                size += ofThrowable(one, depth + 1);
            }
        }
        return size;
    }

    private static int bytes(Class<?> primitive) {
        return switch (primitive.getName()) {
            case "long", "double" -> Long.BYTES;
            case "int", "float" -> Integer.BYTES;
            case "short", "char" -> Short.BYTES;
            default -> 1;
        };
    }
}
