/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Detects that no virtual thread starts because requests keep their carrier threads: for half a second none starts while processors
 * idle, and some request stands at the same native call from the first look to the last. On a busy machine a thread may be kept
 * from running for long, too; a thread that makes progress will end.
 */
final class StuckCarriers {

    /** Looks in which a request stands at the same native call: about half a second. */
    static final int MIN_LOOKS = 25;

    /** Looks after which carriers count as stuck although no such request is seen: about two seconds. */
    static final int MAX_LOOKS = 100;

    private static final int MAX_STACKS = 8;

    /** Frame of a thread that keeps its carrier: native code, a class initializer, or parked with one of them below. */
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
     * Looks once.
     *
     * @param starts whether a virtual thread has started since the last look
     * @param waits whether a task waits for its virtual thread
     * @return stacks of at most {@link #MAX_STACKS} requests that keep their carriers, or {@code none} if none is seen; empty while
     *     carriers are not stuck
     */
    Optional<String> look(boolean starts, boolean waits) {
        if (starts) {
            looks = 0;
            used = measure.get();
            return Optional.empty();
        }
        if (!waits) {
            return Optional.empty();
        }
        looks++;
        if (looks == 1) {
            first = stacks.get();
            first.values().removeIf(stack -> !keepsCarrier(stack));
        }
        if (looks < MIN_LOOKS || used.getAsDouble() >= PoolWatcher.MAX_CPU) {
            return Optional.empty();
        }
        Map<Thread, List<StackTraceElement>> now = stacks.get();
        String stuck = first.entrySet().stream()
                .filter(suspect -> suspect.getValue().equals(now.get(suspect.getKey())))
                .limit(MAX_STACKS)
                .map(suspect -> text(suspect.getValue()))
                .collect(Collectors.joining());
        if (stuck.isEmpty()) {
            return (looks < MAX_LOOKS) ? Optional.empty() : Optional.of("none");
        }
        return Optional.of(stuck);
    }

    private static boolean keepsCarrier(List<StackTraceElement> stack) {
        return stack.stream().anyMatch(frame -> KEEPS.matcher(frame.toString()).find());
    }

    private static String text(List<StackTraceElement> stack) {
        return stack.stream().map(String::valueOf).collect(Collectors.joining("\n    at ", "\n    at ", "\n"));
    }
}
