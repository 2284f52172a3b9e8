/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import ch.qos.logback.classic.spi.CallerData;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/**
 * Makes caller data that was not captured print as {@code ?}, on the way to an encoder that would walk the writer's stack for it
 * and print the same.
 */
final class HiddenCallerData extends Filter<ILoggingEvent> {

    HiddenCallerData() {
        start();
    }

    @Override
    public FilterReply decide(ILoggingEvent event) {
        hide(event);
        return FilterReply.NEUTRAL;
    }

    static void hide(ILoggingEvent event) {
        if (!event.hasCallerData() && event instanceof LoggingEvent hidden) {
            hidden.setCallerData(CallerData.EMPTY_CALLER_DATA_ARRAY);
        }
    }
}
