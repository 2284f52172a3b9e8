/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.pinning;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** What kept a virtual thread on its carrier thread. */
public enum PinnedReason {
    /** A native method, or the JVM itself, called the code that blocked. */
    NATIVE("native"),
    /** The code that blocked runs in a class initializer, or waited for another thread's. */
    CLASS_INITIALIZER("class-initializer"),
    /** The code that blocked holds the monitor of a {@code synchronized}; Java 21 to 23 only. */
    MONITOR("monitor"),
    /** Something that this list does not know. */
    OTHER("other");

    private final String tag;

    PinnedReason(String tag) {
        this.tag = tag;
    }

    /** Its name in meters and in the endpoint. */
    public String tag() {
        return this.tag;
    }

    /**
     * Tells it from a JFR event.
     *
     * @param pinnedReason the event's text as HotSpot writes it from Java 24 on; null before, where the stack has to tell
     */
    static PinnedReason of(@Nullable String pinnedReason, List<Frame> stack) {
        if (pinnedReason == null) {
            return byStack(stack);
        }
        if (pinnedReason.contains(".<clinit> ") || pinnedReason.startsWith("Waited for initialization of ")) {
            return CLASS_INITIALIZER;
        }
        return pinnedReason.startsWith("Native ") ? NATIVE : OTHER;
    }

    /** Before Java 24 whatever is neither of the others can only be a monitor (JEP 444). */
    private static PinnedReason byStack(List<Frame> stack) {
        if (stack.isEmpty()) {
            return OTHER;
        }
        if (stack.stream().anyMatch(frame -> frame.method().equals("<clinit>"))) {
            return CLASS_INITIALIZER;
        }
        return stack.stream().anyMatch(Frame::isNative) ? NATIVE : MONITOR;
    }
}
