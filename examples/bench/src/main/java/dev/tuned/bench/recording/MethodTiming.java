/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.recording;

import java.time.Duration;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;

/**
 * The calls of a method by an event {@code jdk.MethodTiming}.
 *
 * @param type the class of the method
 * @param method its name
 * @param count how many calls there were
 * @param nanos their time together, waiting included
 */
public record MethodTiming(String type, String method, long count, double nanos) {

    public static MethodTiming of(RecordedEvent event) {
        RecordedMethod method = event.getValue("method");
        long count = event.getLong("invocations");
        Duration average = event.getDuration("average");
        // Without a measurable average the field has the smallest number.
        double nanos = average.isNegative() ? 0 : count * (double) average.toNanos();
        return new MethodTiming(method.getType().getName(), method.getName(), count, nanos);
    }
}
