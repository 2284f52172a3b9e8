/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.recording;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;

/**
 * The calls of timed methods in one recording, by its events {@code jdk.MethodTiming}. At the end of each chunk the JVM
 * reports all calls since it began to time a method, so that the last report of a method has the earlier ones in it.
 * For one thread.
 */
public final class MethodTimings {

    private final Map<String, Timing> last = new HashMap<>();

    /**
     * The calls of one method.
     *
     * @param method such as {@code com.example.Shop::buy}: overloads have the same
     * @param count how many calls there were
     * @param nanos their time together, waiting included
     */
    public record Timing(String method, long count, double nanos) {

        public double averageMicros() {
            return count == 0 ? 0 : nanos / count / 1e3;
        }
    }

    /** Adds an event; those of other types are left out. */
    public void add(RecordedEvent event) {
        if (event.getEventType().getName().equals("jdk.MethodTiming")) {
            RecordedMethod method = event.getValue("method");
            long count = event.getLong("invocations");
            Duration average = event.getDuration("average");
            // Without a measurable average the field has the smallest number.
            double nanos = average.isNegative() ? 0 : count * (double) average.toNanos();
            add(method.getType().getName() + "::" + method.getName(), method.getDescriptor(), count, nanos);
        }
    }

    void add(String method, String descriptor, long count, double nanos) {
        last.merge(method + descriptor, new Timing(method, count, nanos), (a, b) -> a.count > b.count ? a : b);
    }

    /** The calls of a method, overloads together. */
    public Timing of(String method) {
        return last.values().stream()
                .filter(each -> each.method.equals(method))
                .reduce(new Timing(method, 0, 0), (a, b) -> new Timing(method, a.count + b.count, a.nanos + b.nanos));
    }

    /** One for each method, overloads apart. */
    public List<Timing> all() {
        return List.copyOf(last.values());
    }
}
