/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.lang.constant.Constable;
import java.util.List;

import ch.qos.logback.classic.spi.ILoggingEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;
import org.slf4j.helpers.BasicMarker;

/**
 * Finds events that hold objects besides the arguments of their message, which is formatted by its caller, that an encoder may ask: they
 * may change after the call, and may need a lock that the caller holds.
 */
final class ForeignObjects {

    private static final String LOGSTASH = "net.logstash.logback.";

    private ForeignObjects() {}

    /** Whether a key-value pair, a marker or a structured argument is of a class whose objects are not known to be constant. */
    static boolean areIn(ILoggingEvent event) {
        return arePairs(event.getKeyValuePairs())
                || areArguments(event.getArgumentArray())
                || areMarkers(event.getMarkerList());
    }

    private static boolean arePairs(@Nullable List<KeyValuePair> pairs) {
        return pairs != null && pairs.stream().anyMatch(pair -> !isConstant(pair.value));
    }

    private static boolean areMarkers(@Nullable List<?> markers) {
        return markers != null && markers.stream().anyMatch(marker -> marker.getClass() != BasicMarker.class);
    }

    private static boolean areArguments(Object @Nullable [] arguments) {
        if (arguments != null) {
            for (Object argument : arguments) {
                if (argument != null
                        && !(argument instanceof String)
                        && argument.getClass().getName().startsWith(LOGSTASH)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isConstant(@Nullable Object value) {
        if (value == null || value instanceof String) {
            return true;
        }
        String name = value.getClass().getName();
        return (value instanceof Constable && name.startsWith("java.lang.")) || name.startsWith("java.time.");
    }
}
