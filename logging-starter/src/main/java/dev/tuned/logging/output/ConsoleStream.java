/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.PrintStream;

import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import org.jspecify.annotations.Nullable;

/** Which of the two standard streams a console appender writes to, and whether it is still the one the JVM made. */
public final class ConsoleStream {

    private final ConsoleTarget target;
    private final PrintStream original;
    private volatile PrintStream ofQueue;

    private ConsoleStream(ConsoleTarget target) {
        this.target = target;
        this.original = current();
        this.ofQueue = original;
    }

    /** Returns {@code null} where Jansi stands in between. */
    public static @Nullable ConsoleStream of(ConsoleAppender<?> appender) {
        ConsoleTarget target = ConsoleTarget.findByName(appender.getTarget());
        return (target == null || appender.isWithJansi()) ? null : new ConsoleStream(target);
    }

    /** The JVM's own is exactly a {@code PrintStream}; test tools put a subclass, or another instance, in its place. */
    public boolean isReplaced() {
        PrintStream current = current();
        return current != original || current.getClass() != PrintStream.class;
    }

    /** Whether the stream has changed since {@link #follow()}: what is queued belongs to the one before. */
    public boolean hasChanged() {
        return current() != ofQueue;
    }

    /** Has what is queued from now on written to the stream of this moment. */
    public void follow() {
        ofQueue = current();
    }

    /** The stream that was there when what is queued was logged. */
    PrintStream ofQueue() {
        return ofQueue;
    }

    PrintStream current() {
        return (target == ConsoleTarget.SystemErr) ? System.err : System.out;
    }
}
