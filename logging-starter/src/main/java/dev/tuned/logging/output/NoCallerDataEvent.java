/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import ch.qos.logback.classic.spi.CallerData;
import ch.qos.logback.classic.spi.ILoggingEvent;

/** An event of which nobody knows who logged it. Asked for that, an event without caller data would walk a stack. */
final class NoCallerDataEvent extends EventView {

    NoCallerDataEvent(ILoggingEvent event) {
        super(event);
    }

    @Override
    public StackTraceElement[] getCallerData() {
        return CallerData.EMPTY_CALLER_DATA_ARRAY;
    }

    @Override
    public boolean hasCallerData() {
        return false;
    }
}
