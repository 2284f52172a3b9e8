/* SPDX-License-Identifier: Apache-2.0 */
package com.example.logs;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.encoder.EncoderBase;
import org.slf4j.MDC;
import org.springframework.boot.logging.structured.StructuredLogFormatter;

/** The application's own encoders. */
final class Encoders {

    private Encoders() {}

    static String head(ILoggingEvent event) {
        String message = String.valueOf(event.getMessage());
        return event.getLevel() + " "
                + message.substring(0, Math.min(message.length(), 40)).replaceAll("\\R", " ");
    }

    /** One line an event, and a name that the configuration gives it. */
    public abstract static class Lines extends EncoderBase<ILoggingEvent> {

        private String id;

        public void setId(String id) {
            this.id = id;
        }

        protected String id() {
            return id;
        }

        protected abstract String line(ILoggingEvent event);

        @Override
        public void start() {
            super.start();
            Seen.count(id, "starts");
        }

        @Override
        public void stop() {
            super.stop();
            Seen.count(id, "stops");
        }

        @Override
        public byte[] headerBytes() {
            return null;
        }

        @Override
        public byte[] encode(ILoggingEvent event) {
            Seen.event(id, head(event));
            return (line(event) + "\n").getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] footerBytes() {
            return null;
        }
    }

    /** Numbers its lines. */
    public static class Numbering extends Lines {

        private int number;

        @Override
        protected String line(ILoggingEvent event) {
            return ++number + " " + event.getFormattedMessage();
        }
    }

    /** Signs each line together with the signature of the line before. */
    public static class Chaining extends Lines {

        private byte[] last = new byte[32];

        @Override
        protected String line(ILoggingEvent event) {
            try {
                Mac mac = Mac.getInstance("HmacSHA256");
                mac.init(new SecretKeySpec("secret".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
                mac.update(last);
                last = mac.doFinal(String.valueOf(event.getFormattedMessage()).getBytes(StandardCharsets.UTF_8));
                return HexFormat.of().formatHex(last) + " " + head(event);
            } catch (java.security.GeneralSecurityException ex) {
                throw new IllegalStateException(ex);
            }
        }
    }

    /** Calls a callback when there is an error. */
    public static class Alerting extends Lines {

        @Override
        protected String line(ILoggingEvent event) {
            if (event.getLevel().isGreaterOrEqual(Level.ERROR)) {
                Seen.count(id(), "alerts");
            }
            return head(event);
        }
    }

    /** Throws what the configuration says for messages that begin in a certain way. */
    public static class Throwing extends Lines {

        private String at = "";
        private boolean fatal;

        public void setAt(String at) {
            this.at = at;
        }

        public void setFatal(boolean fatal) {
            this.fatal = fatal;
        }

        @Override
        protected String line(ILoggingEvent event) {
            if (String.valueOf(event.getMessage()).startsWith(at)) {
                if (fatal) {
                    throw new LinkageError("encoder failed");
                }
                throw new IllegalStateException("encoder failed");
            }
            return head(event);
        }
    }

    /** Returns nothing for every other event. */
    public static class Skipping extends Numbering {

        @Override
        public byte[] encode(ILoggingEvent event) {
            byte[] line = super.encode(event);
            return line.length % 2 == 0 ? line : null;
        }
    }

    /** Begins and ends its file. */
    public static class Framing extends Numbering {

        @Override
        public byte[] headerBytes() {
            Seen.count(id(), "headers");
            return "[begin]\n".getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] footerBytes() {
            Seen.count(id(), "footers");
            return "[end]\n".getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Uses one buffer for all lines, and must not be called by two threads at once. */
    public static class Reusing extends Lines {

        private final StringBuilder buffer = new StringBuilder();
        private final AtomicInteger inside = new AtomicInteger();

        @Override
        protected String line(ILoggingEvent event) {
            if (inside.incrementAndGet() > 1) {
                Seen.count(id(), "entered twice");
            }
            buffer.setLength(0);
            buffer.append(event.getLevel()).append('|').append(event.getFormattedMessage());
            inside.decrementAndGet();
            return buffer.toString();
        }
    }

    /** Takes its time. */
    public static class Slow extends Lines {

        @Override
        protected String line(ILoggingEvent event) {
            try {
                Thread.sleep(2);
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
            return event.getFormattedMessage();
        }
    }

    /** Prints all data of an event, caller data included. */
    public static class Everything extends Lines {

        @Override
        protected String line(ILoggingEvent event) {
            StackTraceElement caller = event.getCallerData()[0];
            return String.join(
                    "|",
                    event.getLevel().toString(),
                    event.getLoggerName(),
                    event.getThreadName(),
                    String.valueOf(event.getMessage()),
                    String.valueOf(event.getFormattedMessage()),
                    String.valueOf(event.getArgumentArray() == null ? -1 : event.getArgumentArray().length),
                    String.valueOf(event.getMarkerList()),
                    event.getMDCPropertyMap().toString(),
                    String.valueOf(event.getKeyValuePairs()),
                    event.getThrowableProxy() == null
                            ? "-"
                            : event.getThrowableProxy().getClassName(),
                    String.valueOf(event.hasCallerData()),
                    caller.getClassName() + "." + caller.getMethodName() + ":" + caller.getLineNumber(),
                    event.getLoggerContextVO().getName(),
                    String.valueOf(event.getSequenceNumber()),
                    String.valueOf(event.getTimeStamp() > 0 && event.getInstant() != null));
        }
    }

    /** Wants events of Logback's own class. */
    public static class Casting extends Lines {

        @Override
        protected String line(ILoggingEvent event) {
            LoggingEvent own = (LoggingEvent) event;
            return own.getMessage() + " " + own.getThreadName() + " "
                    + event.getClass().getName();
        }
    }

    /** Looks at the thread, where the event has a copy. */
    public static class OfThread extends Lines {

        @Override
        protected String line(ILoggingEvent event) {
            return Sequences.Tenant.CURRENT.get() + "|" + MDC.get("user") + "|"
                    + Thread.currentThread().getName() + "|" + event.getFormattedMessage();
        }
    }

    /** Adds a count to what the pattern says. */
    public static class CountingPattern extends PatternLayoutEncoder {

        private int count;

        @Override
        public byte[] encode(ILoggingEvent event) {
            return (++count + " " + new String(super.encode(event), StandardCharsets.UTF_8))
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    /** A layout that counts. */
    public static class CountingLayout extends LayoutBase<ILoggingEvent> {

        private int count;

        @Override
        public String doLayout(ILoggingEvent event) {
            return ++count + " " + event.getFormattedMessage() + "\n";
        }
    }

    /** For Boot's encoder of structured lines. */
    public static class CountingFormatter implements StructuredLogFormatter<ILoggingEvent> {

        private int count;

        @Override
        public String format(ILoggingEvent event) {
            return "n=" + ++count + " " + event.getFormattedMessage() + "\n";
        }
    }
}
