/* SPDX-License-Identifier: Apache-2.0 */
package com.example.logs;

import java.io.File;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.boolex.EventEvaluatorBase;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.rolling.TriggeringPolicyBase;
import ch.qos.logback.core.spi.FilterReply;
import org.slf4j.Marker;

/** The application's own filters, evaluators and policies. */
final class Filters {

    private Filters() {}

    /** Lets every third event pass. */
    public static class EveryThird extends Filter<ILoggingEvent> {

        private String id;
        private int count;

        public void setId(String id) {
            this.id = id;
        }

        @Override
        public FilterReply decide(ILoggingEvent event) {
            Seen.event(id, Encoders.head(event));
            return ++count % 3 == 0 ? FilterReply.NEUTRAL : FilterReply.DENY;
        }
    }

    /** Throws at warnings. */
    public static class Throwing extends Filter<ILoggingEvent> {

        @Override
        public FilterReply decide(ILoggingEvent event) {
            if (event.getLevel() == Level.WARN) {
                throw new IllegalStateException("filter failed");
            }
            return FilterReply.NEUTRAL;
        }
    }

    /** Accepts only what was logged with the tenant set on the thread. */
    public static class OfTenant extends Filter<ILoggingEvent> {

        @Override
        public FilterReply decide(ILoggingEvent event) {
            return Sequences.Tenant.CURRENT.get() == null ? FilterReply.DENY : FilterReply.ACCEPT;
        }
    }

    /** True for events with key-value pairs. */
    public static class HasPairs extends EventEvaluatorBase<ILoggingEvent> {

        @Override
        public boolean evaluate(ILoggingEvent event) {
            return event.getKeyValuePairs() != null;
        }
    }

    /** Denies messages that begin with {@code order}. */
    public static class Turbo extends ch.qos.logback.classic.turbo.TurboFilter {

        @Override
        public FilterReply decide(
                Marker marker, Logger logger, Level level, String format, Object[] params, Throwable t) {
            if (logger.getName().startsWith("com.example.orders")) {
                return format != null && format.startsWith("order ") ? FilterReply.DENY : FilterReply.NEUTRAL;
            }
            return FilterReply.NEUTRAL;
        }
    }

    /** A new file for every twenty events. */
    public static class EveryTwenty extends TriggeringPolicyBase<ILoggingEvent> {

        private int count;

        @Override
        public boolean isTriggeringEvent(File activeFile, ILoggingEvent event) {
            return ++count % 20 == 0;
        }
    }
}
