/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.util.List;

import ch.qos.logback.classic.spi.CallerData;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggingEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * Shows another event, which other appenders may hold too and which therefore must not be changed. It is a {@code LoggingEvent}
 * because filters and encoders are used to cast to that.
 */
class EventView extends LoggingEvent {

    private final ILoggingEvent event;
    private final boolean hidesCaller;

    /**
     * Creates a view.
     *
     * @param hidesCaller whether the caller stays unknown. Asked for that, one without caller data would walk a stack
     */
    EventView(ILoggingEvent event, boolean hidesCaller) {
        this.event = event;
        this.hidesCaller = hidesCaller;
        setThreadName(event.getThreadName());
        setLevel(event.getLevel());
        setMessage(event.getMessage());
        setArgumentArray(event.getArgumentArray());
        setLoggerName(event.getLoggerName());
        setLoggerContextRemoteView(event.getLoggerContextVO());
        setMDCPropertyMap(event.getMDCPropertyMap());
        setInstant(event.getInstant());
        setSequenceNumber(event.getSequenceNumber());
        setKeyValuePairs(event.getKeyValuePairs());
        List<Marker> markers = event.getMarkerList();
        if (markers != null) {
            markers.forEach(this::addMarker);
        }
    }

    /** Returns the event, or a view of it that does not say who logged it. What has been encoded is not asked any more. */
    static ILoggingEvent of(ILoggingEvent event, boolean hidesCaller) {
        return hidesCaller && !(event instanceof EncodedEvent) ? new EventView(event, true) : event;
    }

    @Override
    public String getFormattedMessage() {
        return event.getFormattedMessage();
    }

    @Override
    public @Nullable IThrowableProxy getThrowableProxy() {
        return event.getThrowableProxy();
    }

    @Override
    public StackTraceElement[] getCallerData() {
        return hidesCaller ? CallerData.EMPTY_CALLER_DATA_ARRAY : event.getCallerData();
    }

    @Override
    public boolean hasCallerData() {
        return !hidesCaller && event.hasCallerData();
    }
}
