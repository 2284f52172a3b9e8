/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.queue.CallerDataMode;

/**
 * What to do about caller data in front of one appender.
 *
 * <p>Logback fills a whole {@code Throwable} to learn one frame of it; a {@link StackWalker} stops at that frame. Wherever the boundary
 * is not Logback's own logger (another facade, the fluent API, configured framework packages), the event is left to Logback, so the
 * result is always the same.
 *
 * @param frames frames to capture for each event, 0 for none
 * @param word what asks for caller data: a conversion word, or the class of an encoder; {@code null} if nothing does
 * @param frameworkPackages those of the context, which are no callers
 */
public record CallerDataPlan(int frames, @Nullable String word, List<String> frameworkPackages) {

    public static final CallerDataPlan NONE = new CallerDataPlan(0, null, List.of());

    /** What capturing one frame costs the caller, by {@code EventCosts} of the microbenchmarks on JDK 17 and 25, one run of each. */
    private static final String COST = "about 3 microseconds and 2 KB of garbage, 60 frames deep";

    private static final Pattern WORD = Pattern.compile("%[-.\\d]*(caller|class|method|line|file|C|M|L|F)(?![A-Za-z])");
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.SHOW_REFLECT_FRAMES);
    private static final Set<String> LOG_METHODS = Set.of("trace", "debug", "info", "warn", "error");

    /** Decides for an appender. What one without an encoder prints is unknown. */
    public static CallerDataPlan of(CallerDataMode mode, Appender<ILoggingEvent> child, LoggerContext context) {
        if (child instanceof OutputStreamAppender<ILoggingEvent> stream && stream.getEncoder() != null) {
            int asked = EncoderNeeds.of(stream.getEncoder(), context.getMaxCallerDataDepth())
                    .callerFrames();
            int frames = switch (mode) {
                case ON -> Math.max(asked, 1);
                case OFF -> 0;
                case AUTO -> asked;
            };
            String word = asked > 0 ? conversionWord(stream.getEncoder()) : null;
            return new CallerDataPlan(frames, word, context.getFrameworkPackages());
        }
        int frames = mode == CallerDataMode.ON ? context.getMaxCallerDataDepth() : 0;
        return new CallerDataPlan(frames, null, context.getFrameworkPackages());
    }

    /** Whether the encoder would, for want of caller data, walk the writer's stack, to print {@code ?} in the end. */
    public boolean hidesCallerData() {
        return word != null && frames == 0;
    }

    /** Puts caller data into the event of the calling thread. */
    public void capture(ILoggingEvent event) {
        // Another appender may have captured fewer frames.
        if (event instanceof LoggingEvent open && (!open.hasCallerData() || open.getCallerData().length < frames)) {
            StackTraceElement[] callers = WALKER.walk(this::callers);
            if (callers != null) {
                open.setCallerData(callers);
            } else {
                open.getCallerData();
            }
        }
    }

    /** With an iterator: filtering the stream takes longer and allocates more. */
    private StackTraceElement @Nullable [] callers(Stream<StackFrame> stack) {
        StackFrame boundary = null;
        for (Iterator<StackFrame> all = stack.iterator(); all.hasNext(); ) {
            StackFrame frame = all.next();
            if (frame.getClassName().equals(Logger.FQCN)) {
                boundary = frame;
            } else if (boundary != null) {
                boolean known = LOG_METHODS.contains(boundary.getMethodName()) && !isFacade(frame.getClassName());
                return known ? take(frame, all) : null;
            }
        }
        return null;
    }

    /** Whether Logback would not take a frame of this class, next to its logger, for the caller. Each Logback file adds Groovy's packages. */
    private boolean isFacade(String className) {
        for (String frameworkPackage : frameworkPackages) {
            if (className.startsWith(frameworkPackage)) {
                return true;
            }
        }
        return className.startsWith("org.slf4j.Logger") || className.equals("org.apache.log4j.Category");
    }

    private StackTraceElement[] take(StackFrame first, Iterator<StackFrame> rest) {
        List<StackTraceElement> callers = new ArrayList<>(frames);
        callers.add(first.toStackTraceElement());
        while (callers.size() < frames && rest.hasNext()) {
            callers.add(rest.next().toStackTraceElement());
        }
        return callers.toArray(StackTraceElement[]::new);
    }

    /** What in the configuration asks for caller data, for people. */
    private static String conversionWord(Encoder<ILoggingEvent> encoder) {
        if (!(encoder instanceof PatternLayoutEncoder pattern)) {
            return encoder.getClass().getName();
        }
        Matcher matcher = WORD.matcher(pattern.getPattern());
        return matcher.find() ? matcher.group() : "a converter";
    }

    /** What to tell people about the appender: that it makes every logging call walk the stack; {@code null} for nothing. */
    public @Nullable String warning(@Nullable String appender) {
        if (word == null || frames == 0) {
            return null;
        }
        String walks = "for which every logging call walks the stack (" + COST + ")";
        return word.startsWith("%")
                ? "tuned logging: the pattern of %s contains %s, %s; take it out, or set tuned.logging.caller-data=off to print ? in its place"
                        .formatted(appender, word, walks)
                : "tuned logging: %s of %s may print caller data, %s; if it does not, set tuned.logging.caller-data=off"
                        .formatted(word, appender, walks);
    }
}
