/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.List;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.filter.Filter;

/** Puts a filter before those an appender has: one of these may accept, and the rest would not be asked. */
final class FirstFilter {

    private FirstFilter() {}

    static void of(Appender<ILoggingEvent> appender, Filter<ILoggingEvent> filter) {
        List<Filter<ILoggingEvent>> others = appender.getCopyOfAttachedFiltersList();
        appender.clearAllFilters();
        appender.addFilter(filter);
        others.forEach(appender::addFilter);
    }
}
