/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.time.Duration;
import java.util.Set;

/**
 * How appenders are made asynchronous.
 *
 * @param queueSize events held between the callers and the writer of one appender, at least 1
 * @param include names of the appenders to change; empty for all
 * @param exclude names of the appenders to leave alone
 * @param callerData when to capture caller data
 * @param flushInterval longest time a line stays in a buffer, at least a millisecond
 * @param shutdownTimeout longest time to wait for the queues when logging stops
 */
public record AsyncSettings(
        int queueSize,
        Set<String> include,
        Set<String> exclude,
        CallerDataMode callerData,
        Duration flushInterval,
        Duration shutdownTimeout) {

    public AsyncSettings {
        include = Set.copyOf(include);
        exclude = Set.copyOf(exclude);
    }

    boolean selects(String appenderName) {
        return (include.isEmpty() || include.contains(appenderName)) && !exclude.contains(appenderName);
    }
}
