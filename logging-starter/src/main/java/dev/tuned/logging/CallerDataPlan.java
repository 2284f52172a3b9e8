/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import org.jspecify.annotations.Nullable;

/**
 * What to do about caller data in front of one appender.
 *
 * @param frames frames to capture for each event, 0 for none
 * @param word what in the appender's configuration prints caller data, or {@code null} where nothing does
 */
record CallerDataPlan(int frames, @Nullable String word) {

    static final CallerDataPlan NONE = new CallerDataPlan(0, null);

    private static final Pattern WORD = Pattern.compile("%[-.\\d]*(caller|class|method|line|file|C|M|L|F)(?![A-Za-z])");

    /**
     * Decides.
     *
     * @param offered whether the appender gets caller data today: always when it is called directly, and behind an
     *     {@code AsyncAppender} when that includes it
     */
    static CallerDataPlan of(
            CallerDataMode mode, OutputStreamAppender<ILoggingEvent> appender, Logger logger, boolean offered) {
        int asked = CallerDataProbe.frames(appender.getEncoder(), logger);
        int frames = switch (mode) {
            case ON -> Math.max(asked, 1);
            case OFF -> 0;
            case AUTO -> offered ? asked : 0;
        };
        return new CallerDataPlan(frames, asked > 0 ? conversionWord(appender.getEncoder()) : null);
    }

    /** Whether the encoder would, for want of caller data, walk the writer's stack, to print {@code ?} in the end. */
    boolean hides() {
        return word != null && frames == 0;
    }

    void applyTo(AsyncAppender async, Logger logger) {
        async.setIncludeCallerData(frames > 0);
        if (frames > 0) {
            async.addFilter(new CallerDataFilter(logger.getLoggerContext(), frames));
        }
    }

    void applyTo(TunedAsyncAppender async, Appender<ILoggingEvent> appender, Logger logger) {
        if (frames > 0) {
            async.addFilter(new CallerDataFilter(logger.getLoggerContext(), frames));
        } else if (hides()) {
            FirstFilter.of(appender, new HiddenCallerData());
        }
    }

    /** Whether every logging call walks the stack because of what the encoder prints. */
    boolean costs() {
        return word != null && frames > 0;
    }

    private static String conversionWord(Encoder<ILoggingEvent> encoder) {
        if (encoder instanceof PatternLayoutEncoder pattern) {
            Matcher matcher = WORD.matcher(pattern.getPattern());
            if (matcher.find()) {
                return matcher.group();
            }
        }
        return encoder.getClass().getName();
    }
}
