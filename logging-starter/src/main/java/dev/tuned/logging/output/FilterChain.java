/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import org.jspecify.annotations.Nullable;

/**
 * The filters of an appender behind a queue, which are asked by the thread that logs, as they are without one: what they deny is neither
 * formatted nor queued. So that they are not asked a second time a filter before them accepts what comes from the queue; it is not needed
 * where they are Logback's thresholds only.
 */
public final class FilterChain {

    private static final long COPY_NANOS = 100_000;

    private final Appender<ILoggingEvent> appender;
    private final BooleanSupplier isWriter;
    private final boolean empty;
    private final boolean onlyThresholds;
    private final Asked asked = new Asked();

    private FilterChain(
            Appender<ILoggingEvent> appender, List<Filter<ILoggingEvent>> filters, BooleanSupplier isWriter) {
        this.appender = appender;
        this.isWriter = isWriter;
        this.empty = filters.isEmpty();
        this.onlyThresholds = filters.stream().allMatch(filter -> filter.getClass() == ThresholdFilter.class);
    }

    /**
     * Takes over the filters that the appender has. Those that are added later are asked by the writer.
     *
     * @param isWriter whether the current thread is the one that writes
     */
    public static FilterChain takeOver(Appender<ILoggingEvent> appender, BooleanSupplier isWriter) {
        List<Filter<ILoggingEvent>> filters = appender.getCopyOfAttachedFiltersList();
        filters.removeIf(Asked.class::isInstance);
        FilterChain chain = new FilterChain(appender, filters, isWriter);
        if (!chain.onlyThresholds) {
            putFirst(appender, chain.asked);
        }
        return chain;
    }

    /**
     * Whether the filters deny an event that was not queued yet. For any thread.
     *
     * @param asksAgain whether the caller gives it to the appender itself, which asks all that are no thresholds
     */
    public boolean denies(ILoggingEvent event, boolean asksAgain) {
        if (empty || (asksAgain && !onlyThresholds)) {
            return false;
        }
        if (!isWriter.getAsBoolean()) {
            return appender.getFilterChainDecision(event) == FilterReply.DENY;
        }
        asked.not = event;
        try {
            return appender.getFilterChainDecision(event) == FilterReply.DENY;
        } finally {
            asked.not = null;
        }
    }

    /**
     * Puts a filter before those an appender has: one of these may accept, and the rest would not be asked.
     *
     * <p>Logback keeps the filters in an array that the next thread to log copies from the list. One that is in the midst of it when the
     * list changes leaves the array as it was, so it is looked at when such a copy is over.
     */
    public static void putFirst(Appender<ILoggingEvent> appender, Filter<ILoggingEvent> filter) {
        List<Filter<ILoggingEvent>> filters = new ArrayList<>(List.of(filter));
        filters.addAll(appender.getCopyOfAttachedFiltersList());
        filters.subList(1, filters.size()).removeIf(each -> each.getClass() == filter.getClass());
        do {
            appender.clearAllFilters();
            filters.forEach(appender::addFilter);
            LockSupport.parkNanos(COPY_NANOS);
        } while (!appender.getCopyOfAttachedFiltersList().equals(filters));
    }

    /** Accepts what the writer writes, since its caller has asked the others. */
    private final class Asked extends Filter<ILoggingEvent> {

        /** What the writer itself has logged and asks about at the moment. */
        private @Nullable ILoggingEvent not;

        Asked() {
            start();
        }

        @Override
        public FilterReply decide(ILoggingEvent event) {
            return isWriter.getAsBoolean() && event != not ? FilterReply.ACCEPT : FilterReply.NEUTRAL;
        }
    }
}
