/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.pinning;

import java.lang.reflect.Modifier;
import java.util.List;

import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/**
 * One frame of a stack.
 *
 * @param type name of the class
 * @param method name of the method
 * @param line number of the line, negative where it is not known
 * @param isNative whether the method is native
 */
record Frame(String type, String method, int line, boolean isNative) {

    /** Frames from the top down; none where there is no stack. */
    static List<Frame> of(@Nullable RecordedStackTrace trace) {
        return (trace != null) ? trace.getFrames().stream().map(Frame::of).toList() : List.of();
    }

    private static Frame of(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        return new Frame(
                method.getType().getName(),
                method.getName(),
                frame.getLineNumber(),
                Modifier.isNative(method.getModifiers()));
    }

    boolean isIn(List<String> prefixes) {
        for (String prefix : prefixes) {
            if (this.type.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return this.type + "." + this.method + ((this.line > 0) ? ":" + this.line : "");
    }
}
