/* SPDX-License-Identifier: Apache-2.0 */
package com.example.logs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.spi.AppenderAttachable;
import ch.qos.logback.core.spi.AppenderAttachableImpl;

/** The application's own appenders. */
final class Appenders {

    private Appenders() {}

    /** Keeps what it gets. */
    public static class Memory extends AppenderBase<ILoggingEvent> {

        @Override
        protected void append(ILoggingEvent event) {
            Seen.event(getName(), Encoders.head(event));
        }

        @Override
        public void stop() {
            super.stop();
            Seen.count(getName(), "stops");
        }
    }

    /** Sends events with their caller data. */
    public static class Sending extends UnsynchronizedAppenderBase<ILoggingEvent> {

        @Override
        protected void append(ILoggingEvent event) {
            StackTraceElement caller = event.getCallerData()[0];
            Seen.event(getName(), caller + " " + Encoders.head(event) + " " + event.getMDCPropertyMap());
        }
    }

    /** Throws at errors. */
    public static class Throwing extends UnsynchronizedAppenderBase<ILoggingEvent> {

        private boolean fatal;

        public void setFatal(boolean fatal) {
            this.fatal = fatal;
        }

        @Override
        protected void append(ILoggingEvent event) {
            Seen.event(getName(), Encoders.head(event));
            if (event.getThrowableProxy() != null && fatal) {
                throw new LinkageError("appender failed");
            }
            if (event.getThrowableProxy() != null) {
                throw new IllegalStateException("appender failed");
            }
        }
    }

    /** Hands on to several others. */
    public static class FanOut extends UnsynchronizedAppenderBase<ILoggingEvent>
            implements AppenderAttachable<ILoggingEvent> {

        private final AppenderAttachableImpl<ILoggingEvent> targets = new AppenderAttachableImpl<>();

        @Override
        protected void append(ILoggingEvent event) {
            Seen.event(getName(), targets.appendLoopOnAppenders(event) + " " + Encoders.head(event));
        }

        @Override
        public void addAppender(Appender<ILoggingEvent> target) {
            targets.addAppender(target);
        }

        @Override
        public Iterator<Appender<ILoggingEvent>> iteratorForAppenders() {
            return targets.iteratorForAppenders();
        }

        @Override
        public Appender<ILoggingEvent> getAppender(String name) {
            return targets.getAppender(name);
        }

        @Override
        public boolean isAttached(Appender<ILoggingEvent> target) {
            return targets.isAttached(target);
        }

        @Override
        public void detachAndStopAllAppenders() {
            targets.detachAndStopAllAppenders();
        }

        @Override
        public boolean detachAppender(Appender<ILoggingEvent> target) {
            return targets.detachAppender(target);
        }

        @Override
        public boolean detachAppender(String name) {
            return targets.detachAppender(name);
        }
    }

    /** Writes to a stream of its own and counts writes and flushes. */
    public static class Stream extends OutputStreamAppender<ILoggingEvent> {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void start() {
            setOutputStream(new OutputStream() {

                @Override
                public void write(int b) {
                    bytes.write(b);
                }

                @Override
                public void write(byte[] b, int off, int len) {
                    Seen.count(getName(), "writes");
                    bytes.write(b, off, len);
                }

                @Override
                public void flush() {
                    Seen.count(getName(), "flushes");
                }

                @Override
                public void close() {
                    Seen.count(getName(), "closes");
                }
            });
            super.start();
        }

        @Override
        public void stop() {
            super.stop();
            Seen.value(getName(), "written", bytes.toString(StandardCharsets.UTF_8));
        }
    }

    /** Its stream fails after some lines. */
    public static class Failing extends OutputStreamAppender<ILoggingEvent> {

        private int lines;

        @Override
        public void start() {
            setOutputStream(new OutputStream() {

                @Override
                public void write(int b) throws IOException {
                    write(new byte[] {(byte) b}, 0, 1);
                }

                @Override
                public void write(byte[] b, int off, int len) throws IOException {
                    Seen.event(getName(), new String(b, off, len, StandardCharsets.UTF_8).strip());
                    if (++lines > 1) {
                        throw new IOException("no space");
                    }
                }
            });
            super.start();
        }
    }

    /** Numbers each event at the console. */
    public static class Console extends ConsoleAppender<ILoggingEvent> {

        @Override
        protected void append(ILoggingEvent event) {
            Seen.event(getName(), Encoders.head(event));
            super.append(event);
        }
    }

    /** Keeps count beside its file. */
    public static class Counted extends FileAppender<ILoggingEvent> {

        private int count;

        @Override
        protected void subAppend(ILoggingEvent event) {
            Seen.event(getName(), Encoders.head(event));
            super.subAppend(event);
            try {
                Files.writeString(Path.of(getFile() + ".count"), String.valueOf(++count));
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }

    /** Says when it begins a new file. */
    public static class Rolling extends RollingFileAppender<ILoggingEvent> {

        @Override
        public void rollover() {
            Seen.count(getName(), "rollovers");
            super.rollover();
        }
    }

    /** Hands only errors to its thread. */
    public static class ErrorsOnly extends AsyncAppender {

        @Override
        protected boolean isDiscardable(ILoggingEvent event) {
            Seen.event(getName(), Encoders.head(event));
            return true;
        }
    }
}
