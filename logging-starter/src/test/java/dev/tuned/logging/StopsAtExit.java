/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.nio.charset.StandardCharsets;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggerContextListener;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.spi.FilterReply;
import ch.qos.logback.core.spi.LifeCycle;
import org.slf4j.Marker;

/** What a context, and appenders, stop at the end; each says so on standard error. */
@SuppressWarnings("SystemOut")
final class StopsAtExit {

    static final String STOPPED = "stopped ";
    static final String FOOTER = "footer";

    private StopsAtExit() {}

    static String configuration(String file) {
        String name = StopsAtExit.class.getName();
        return """
                <configuration>
                  <contextListener class="%1$s$Listener"/>
                  <turboFilter class="%1$s$Turbo"/>
                  <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                    <file>%2$s</file>
                    <filter class="%1$s$OwnFilter"/>
                    <encoder class="%1$s$OwnEncoder"><pattern>%%level : %%msg%%n</pattern></encoder>
                  </appender>
                  <appender name="OWN" class="%1$s$OwnAppender"/>
                  <root level="INFO"><appender-ref ref="FILE"/><appender-ref ref="OWN"/></root>
                </configuration>
                """.formatted(name, file);
    }

    private static void stopped(String what) {
        System.err.println(STOPPED + what);
    }

    /** Prints a summary, as some do. */
    public static final class Turbo extends TurboFilter {

        @Override
        public FilterReply decide(
                Marker marker, Logger logger, Level level, String format, Object[] params, Throwable thrown) {
            return FilterReply.NEUTRAL;
        }

        @Override
        public void stop() {
            stopped("turbo filter");
            super.stop();
        }
    }

    /** Of the context. */
    public static final class Listener extends ContextAwareBase implements LoggerContextListener, LifeCycle {

        private boolean started;

        @Override
        public void start() {
            started = true;
        }

        @Override
        public void stop() {
            started = false;
        }

        @Override
        public boolean isStarted() {
            return started;
        }

        @Override
        public boolean isResetResistant() {
            return true;
        }

        @Override
        public void onStart(LoggerContext context) {}

        @Override
        public void onReset(LoggerContext context) {}

        @Override
        public void onStop(LoggerContext context) {
            stopped("listener");
        }

        @Override
        public void onLevelChange(Logger logger, Level level) {}
    }

    /** With a footer. */
    public static final class OwnEncoder extends PatternLayoutEncoder {

        @Override
        public byte[] footerBytes() {
            stopped("encoder's lines");
            return (FOOTER + "\n").getBytes(StandardCharsets.US_ASCII);
        }
    }

    /** One that Logback does not stop. */
    public static final class OwnFilter extends Filter<ILoggingEvent> {

        @Override
        public FilterReply decide(ILoggingEvent event) {
            return FilterReply.NEUTRAL;
        }

        @Override
        public void stop() {
            stopped("filter");
            super.stop();
        }
    }

    /** Beside the one with the queue. */
    public static final class OwnAppender extends AppenderBase<ILoggingEvent> {

        @Override
        protected void append(ILoggingEvent event) {}

        @Override
        public void stop() {
            stopped("appender");
            super.stop();
        }
    }
}
