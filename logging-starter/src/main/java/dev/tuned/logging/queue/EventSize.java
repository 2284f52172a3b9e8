/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.lang.reflect.Array;
import java.util.List;

import ch.qos.logback.classic.spi.ILoggingEvent;
import org.slf4j.event.KeyValuePair;

/**
 * How much of the heap an event holds, as far as that is known without looking into objects: texts and arrays of primitives by
 * their length, anything else by a constant.
 */
final class EventSize {

    /** Up to here the bound on the number of events is enough. */
    private static final int SMALL = 2048;

    private static final int OBJECT = 32;

    private EventSize() {}

    /** Bytes of a large event, 0 for a small one. */
    static int ofLarge(ILoggingEvent event) {
        long size = ofObject(event.getFormattedMessage());
        Object[] arguments = event.getArgumentArray();
        if (arguments != null) {
            for (Object argument : arguments) {
                size += ofObject(argument);
            }
        }
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs != null) {
            for (KeyValuePair pair : pairs) {
                size += ofObject(pair.value);
            }
        }
        return size <= SMALL ? 0 : (int) Math.min(size, Integer.MAX_VALUE);
    }

    private static long ofObject(Object value) {
        if (value instanceof String || value instanceof StringBuilder || value instanceof StringBuffer) {
            return OBJECT + (long) ((CharSequence) value).length();
        }
        if (value instanceof CharSequence text) {
            return OBJECT + length(text);
        }
        Class<?> element = value == null ? null : value.getClass().getComponentType();
        return element != null && element.isPrimitive() ? (long) Array.getLength(value) * bytes(element) : OBJECT;
    }

    /** Of a class of the user's. */
    private static long length(CharSequence text) {
        try {
            return text.length();
        } catch (RuntimeException ex) {
            return 0;
        }
    }

    private static int bytes(Class<?> primitive) {
        if (primitive == long.class || primitive == double.class) {
            return Long.BYTES;
        }
        if (primitive == int.class || primitive == float.class) {
            return Integer.BYTES;
        }
        return primitive == short.class || primitive == char.class ? Short.BYTES : 1;
    }
}
