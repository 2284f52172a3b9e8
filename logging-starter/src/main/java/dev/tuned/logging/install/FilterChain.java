/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.filter.Filter;

/**
 * Puts a filter before those an appender has: one of these may accept, and the rest would not be asked.
 *
 * <p>Logback keeps the filters in an array that whoever logs next copies from the list. One that is in the midst of it when the
 * list changes leaves the array as it was, so it is looked at when such a copy is over.
 */
public final class FilterChain {

    private static final long COPY_NANOS = 100_000;

    private FilterChain() {}

    static void of(Appender<ILoggingEvent> appender, Filter<ILoggingEvent> filter) {
        List<Filter<ILoggingEvent>> filters = new ArrayList<>(List.of(filter));
        filters.addAll(appender.getCopyOfAttachedFiltersList());
        do {
            appender.clearAllFilters();
            filters.forEach(appender::addFilter);
            LockSupport.parkNanos(COPY_NANOS);
        } while (!appender.getCopyOfAttachedFiltersList().equals(filters));
    }
}
