/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.util.Map;
import java.util.Set;

import dev.tuned.logging.output.CallerDataMode;
import dev.tuned.logging.queue.AppenderSettings;
import dev.tuned.logging.queue.OverflowPolicy;

/**
 * How the appenders of a logger context are made asynchronous. Immutable.
 *
 * @param include names of the appenders to change; empty for all. An {@code AsyncAppender} of Logback's is replaced only if its
 *     name is among them
 * @param exclude names of the appenders to leave alone
 * @param callerData when to capture caller data
 * @param appender how each of them is made asynchronous
 * @param overflow what happens when the queue of an appender is full, by name, where it is not as with the others
 */
public record AsyncSettings(
        Set<String> include,
        Set<String> exclude,
        CallerDataMode callerData,
        AppenderSettings appender,
        Map<String, OverflowPolicy> overflow) {

    public AsyncSettings {
        include = Set.copyOf(include);
        exclude = Set.copyOf(exclude);
        overflow = Map.copyOf(overflow);
    }

    boolean selects(String appenderName) {
        return (include.isEmpty() || include.contains(appenderName)) && !exclude.contains(appenderName);
    }

    /** Whether the user asked for this appender by name. */
    boolean names(String appenderName) {
        return include.contains(appenderName) && selects(appenderName);
    }
}
