/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.Set;

/**
 * How the appenders of a logger context are made asynchronous. Immutable.
 *
 * @param include names of the appenders to change; empty for all. An {@code AsyncAppender} of Logback's is replaced only if its
 *     name is among them
 * @param exclude names of the appenders to leave alone
 * @param callerData when to capture caller data
 * @param sink how each of them is made asynchronous
 */
public record AsyncSettings(Set<String> include, Set<String> exclude, CallerDataMode callerData, SinkSettings sink) {

    public AsyncSettings {
        include = Set.copyOf(include);
        exclude = Set.copyOf(exclude);
    }

    boolean selects(String appenderName) {
        return (include.isEmpty() || include.contains(appenderName)) && !exclude.contains(appenderName);
    }

    /** Whether the user asked for this appender by name. */
    boolean names(String appenderName) {
        return include.contains(appenderName) && selects(appenderName);
    }
}
