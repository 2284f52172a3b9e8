/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Sees that virtual threads do not start because requests keep their carrier threads: for half a second none starts while
 * processors idle, and some request stands at the same native call from the first look to the last. On a busy machine a thread
 * may be kept from running for long, too, and one that makes progress will end.
 */
final class StuckCarriers {

    /** Looks, about half a second. */
    static final int MIN_LOOKS = 25;

    /** The same where none of ours is seen to be stuck. */
    static final int MAX_LOOKS = 100;

    private static final int MAX_STACKS = 8;

    /** A frame of a thread that keeps its carrier: native code, a class initializer, or parked with one of them below. */
    private static final Pattern KEEPS = Pattern.compile("Native Method|<clinit>|VirtualThread\\.parkOnCarrierThread");

    private final Supplier<Map<Thread, List<StackTraceElement>>> stacks;

    private final Supplier<DoubleSupplier> measure;

    private DoubleSupplier used;

    private int looks;

    private Map<Thread, List<StackTraceElement>> first = Map.of();

    /**
     * @param stacks of all requests
     * @param measure begins to measure the share of the processors that the process uses
     */
    StuckCarriers(Supplier<Map<Thread, List<StackTraceElement>>> stacks, Supplier<DoubleSupplier> measure) {
        this.stacks = stacks;
        this.measure = measure;
        used = measure.get();
    }

    static Map<Thread, List<StackTraceElement>> stacks(Set<Thread> threads) {
        Map<Thread, List<StackTraceElement>> stacks = new HashMap<>();
        threads.forEach(thread -> stacks.put(thread, List.of(thread.getStackTrace())));
        return stacks;
    }

    /**
     * One look.
     *
     * @param starts whether a virtual thread has started since the last look
     * @param waits whether a task waits for its virtual thread
     * @return stacks of requests that are stuck, or "none"; null while they are not
     */
    @Nullable
    String look(boolean starts, boolean waits) {
        if (starts) {
            looks = 0;
            used = measure.get();
            return null;
        }
        if (!waits) {
            return null;
        }
        looks++;
        if (looks == 1) {
            first = stacks.get();
            first.values()
                    .removeIf(stack -> stack.stream()
                            .noneMatch(frame -> KEEPS.matcher(frame.toString()).find()));
        }
        if (looks < MIN_LOOKS || used.getAsDouble() >= PoolWatcher.MAX_CPU) {
            return null;
        }
        Map<Thread, List<StackTraceElement>> now = stacks.get();
        String stuck = first.entrySet().stream()
                .filter(suspect -> suspect.getValue().equals(now.get(suspect.getKey())))
                .limit(MAX_STACKS)
                .map(suspect -> suspect.getValue().stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining("\n    at ", "\n    at ", "\n")))
                .collect(Collectors.joining());
        if (stuck.isEmpty()) {
            return (looks >= MAX_LOOKS) ? "none" : null;
        }
        return stuck;
    }
}
