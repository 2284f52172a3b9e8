/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.OutputStream;
import java.util.Arrays;
import java.util.Set;

import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.recovery.ResilientFileOutputStream;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy;
import ch.qos.logback.core.rolling.TimeBasedRollingPolicy;
import ch.qos.logback.core.rolling.TriggeringPolicy;
import org.jspecify.annotations.Nullable;

/** What must be so for the stream of an appender to be replaced; all else stays as it is. */
public final class Conditions {

    /** Of these it is known that it does not matter when and on which thread the stream is written: a subclass may have been made for that. */
    private static final Set<Class<?>> KNOWN =
            Set.of(ConsoleAppender.class, FileAppender.class, RollingFileAppender.class);

    /** They count the bytes that were appended, under the lock, and do not look at the file. */
    private static final Set<String> COUNTING = Set.of(
            "ch.qos.logback.core.rolling.DefaultTimeBasedFileNamingAndTriggeringPolicy",
            "ch.qos.logback.core.rolling.SizeAndTimeBasedFNATP",
            "ch.qos.logback.core.rolling.SizeAndTimeBasedFileNamingAndTriggeringPolicy");

    private Conditions() {}

    /** Whether the fields of this Logback can be reached. */
    public static boolean isSupported() {
        return Arrays.stream(PrivateField.values()).allMatch(PrivateField::isAccessible);
    }

    /**
     * Why an appender stays as it is, in words that follow its name; {@code null} if its stream can be replaced.
     *
     * @param named whether the user has named it, so that its class does not matter
     */
    public static @Nullable String against(Appender<?> appender, boolean named) {
        if (!(appender instanceof OutputStreamAppender<?> stream) || !stream.isStarted()) {
            return "writes to no stream, or was not started";
        }
        if (!named && !KNOWN.contains(appender.getClass())) {
            return "of class " + appender.getClass().getName() + "; named in tuned.logging.async.include it is changed";
        }
        if (!isSupported()) {
            return "has fields that cannot be reached (Logback is a named module, or another version)";
        }
        if (stream instanceof FileAppender<?> file && file.isPrudent()) {
            return "is in prudent mode";
        }
        if (stream instanceof RollingFileAppender<?> rolling && !isCounting(rolling.getTriggeringPolicy())) {
            return "has a triggering policy that looks at the file or the event";
        }
        return named || hasUsualStream(stream) ? null : "has a stream of its own";
    }

    private static boolean hasUsualStream(OutputStreamAppender<?> appender) {
        OutputStream stream = appender.getOutputStream();
        return appender instanceof ConsoleAppender<?> console
                ? isStandard(console)
                : stream == null || stream instanceof ResilientFileOutputStream;
    }

    private static boolean isStandard(ConsoleAppender<?> console) {
        ConsoleTarget target = ConsoleTarget.findByName(console.getTarget());
        // A queued stream has been found right before.
        return target != null
                && !console.isWithJansi()
                && (console.getOutputStream() == target.getStream()
                        || console.getOutputStream() instanceof QueuedStream);
    }

    private static boolean isCounting(@Nullable TriggeringPolicy<?> policy) {
        return policy instanceof TimeBasedRollingPolicy<?> byTime
                && (policy.getClass() == TimeBasedRollingPolicy.class
                        || policy.getClass() == SizeAndTimeBasedRollingPolicy.class)
                && COUNTING.contains(byTime.getTimeBasedFileNamingAndTriggeringPolicy()
                        .getClass()
                        .getName());
    }
}
