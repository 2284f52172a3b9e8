/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import org.jspecify.annotations.Nullable;

/**
 * Captures caller data in the caller, for an asynchronous appender that includes it. Logback fills a whole {@code Throwable} to
 * learn one frame of it; a {@link StackWalker} stops at that frame. Wherever the boundary is not Logback's own logger (another
 * facade, the fluent API, configured framework packages), the event is left to Logback, so the result is always the same.
 */
public final class CallerDataCapture {

    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.SHOW_REFLECT_FRAMES);
    private static final Set<String> LOG_METHODS = Set.of("trace", "debug", "info", "warn", "error");

    private final LoggerContext loggerContext;
    private final int depth;

    /**
     * Creates one.
     *
     * @param depth how many frames to keep, at least 1
     */
    CallerDataCapture(LoggerContext loggerContext, int depth) {
        this.loggerContext = loggerContext;
        this.depth = depth;
    }

    /** Puts caller data into the event of the calling thread. */
    public void capture(ILoggingEvent event) {
        // Another appender may have captured fewer frames.
        if (event instanceof LoggingEvent open && (!open.hasCallerData() || open.getCallerData().length < depth)) {
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
        for (Iterator<StackFrame> frames = stack.iterator(); frames.hasNext(); ) {
            StackFrame frame = frames.next();
            if (frame.getClassName().equals(Logger.FQCN)) {
                boundary = frame;
            } else if (boundary != null) {
                boolean known = LOG_METHODS.contains(boundary.getMethodName()) && !isFacade(frame.getClassName());
                return known ? take(frame, frames) : null;
            }
        }
        return null;
    }

    /** Whether Logback would not take a frame of this class, next to its logger, for the caller. */
    private boolean isFacade(String className) {
        for (String frameworkPackage : loggerContext.getFrameworkPackages()) {
            if (className.startsWith(frameworkPackage)) {
                return true;
            }
        }
        return className.startsWith("org.slf4j.Logger") || className.equals("org.apache.log4j.Category");
    }

    private StackTraceElement[] take(StackFrame first, Iterator<StackFrame> rest) {
        List<StackTraceElement> callers = new ArrayList<>(depth);
        callers.add(first.toStackTraceElement());
        while (callers.size() < depth && rest.hasNext()) {
            callers.add(rest.next().toStackTraceElement());
        }
        return callers.toArray(StackTraceElement[]::new);
    }
}
