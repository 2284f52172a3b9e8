/* SPDX-License-Identifier: Apache-2.0 */
package com.example.logs;

import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.pattern.CompositeConverter;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** The application's own conversion words. */
final class Converters {

    private Converters() {}

    /** {@code %count}: one counter for each place where it is written. */
    public static class Count extends ClassicConverter {

        private int count;

        @Override
        public String convert(ILoggingEvent event) {
            return String.valueOf(++count);
        }
    }

    /** {@code %total{name}}: one counter for the JVM, which is incremented for each event. */
    public static class Total extends ClassicConverter {

        private static final AtomicInteger TOTAL = new AtomicInteger();

        @Override
        public String convert(ILoggingEvent event) {
            Seen.event(getFirstOption(), Encoders.head(event));
            return String.valueOf(TOTAL.incrementAndGet());
        }
    }

    /** {@code %started{name}}: counts how often it was started. */
    public static class Started extends ClassicConverter {

        @Override
        public void start() {
            super.start();
            Seen.count(getFirstOption(), "starts");
        }

        @Override
        public String convert(ILoggingEvent event) {
            return isStarted() + " " + getOptionList();
        }
    }

    /** {@code %tenant}: whom the thread works for. */
    public static class OfTenant extends ClassicConverter {

        @Override
        public String convert(ILoggingEvent event) {
            return String.valueOf(Sequences.Tenant.CURRENT.get());
        }
    }

    /** {@code %user}: asks SLF4J in place of the event. */
    public static class OfMdc extends ClassicConverter {

        @Override
        public String convert(ILoggingEvent event) {
            return String.valueOf(MDC.get("user"));
        }
    }

    /** {@code %fail}: cannot say errors. */
    public static class Fail extends ClassicConverter {

        @Override
        public String convert(ILoggingEvent event) {
            if (event.getThrowableProxy() != null) {
                throw new IllegalStateException("no word for it");
            }
            return "fine";
        }
    }

    /** {@code %log}: logs to another logger. */
    public static class Log extends ClassicConverter {

        @Override
        public String convert(ILoggingEvent event) {
            LoggerFactory.getLogger("com.example.side").debug("converting");
            return "logged";
        }
    }

    /** {@code %mask(...)}: hides digits. */
    public static class Mask extends CompositeConverter<ILoggingEvent> {

        @Override
        protected String transform(ILoggingEvent event, String in) {
            return in.replaceAll("\\d", "*");
        }
    }

    /** {@code %brief}: an exception in one line; the pattern needs no {@code %n%ex} then. */
    public static class Brief extends ThrowableProxyConverter {

        @Override
        protected String throwableProxyToString(IThrowableProxy proxy) {
            return " <- " + proxy.getClassName() + ": " + proxy.getMessage();
        }
    }
}
