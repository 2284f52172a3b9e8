/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.pinning;

import java.util.IdentityHashMap;
import java.util.List;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/**
 * Reads JFR's events. JFR has each distinct stack once in a chunk and hands out the same object for it, so its frames are read
 * once. Not thread-safe: the JFR stream calls it from one thread.
 */
final class PinReader {

    private static final int MAX_STACKS = 256;

    private final PlaceFinder finder;

    private final IdentityHashMap<RecordedStackTrace, Stack> stacks = new IdentityHashMap<>();

    PinReader(PlaceFinder finder) {
        this.finder = finder;
    }

    Pin read(RecordedEvent event) {
        Stack stack = stack(event.getStackTrace());
        String explanation = text(event, "pinnedReason");
        PinnedReason reason = PinnedReason.of(explanation, stack.frames);
        String operation = text(event, "blockingOperation");
        return new Pin(event.getDuration(), reason, join(explanation, operation), stack.place);
    }

    /** Stacks of a chunk that JFR has done with are of no use, and are not to be kept from the garbage collector. */
    void forget() {
        this.stacks.clear();
    }

    private Stack stack(@Nullable RecordedStackTrace trace) {
        if (this.stacks.size() >= MAX_STACKS) {
            forget();
        }
        if (trace == null) {
            return new Stack(List.of(), this.finder.find(List.of()));
        }
        return this.stacks.computeIfAbsent(trace, key -> {
            List<Frame> frames = Frame.of(key);
            return new Stack(frames, this.finder.find(frames));
        });
    }

    /** Fields since Java 24. */
    private static @Nullable String text(RecordedEvent event, String field) {
        return event.hasField(field) ? event.getString(field) : null;
    }

    private static String join(@Nullable String explanation, @Nullable String operation) {
        if (explanation == null) {
            return "";
        }
        return (operation != null) ? explanation + ", " + operation : explanation;
    }

    private record Stack(List<Frame> frames, Place place) {}
}
