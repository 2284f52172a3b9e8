/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import dev.tuned.logging.queue.AppenderSettings;
import dev.tuned.logging.queue.AppenderStatistics;

import static java.util.Objects.requireNonNull;

/**
 * How one appender is asynchronous. Immutable.
 *
 * @param appender the hand-off in front of it
 * @param settings the settings of the hand-off
 * @param writesTo class of the appender that writes
 * @param callerData whether caller data is captured for it
 * @param configured whether the user's Logback configuration has the hand-off, and not the preset has put it there
 */
public record AppenderDescription(
        TunedAsyncAppender appender,
        AppenderSettings settings,
        Class<?> writesTo,
        boolean callerData,
        boolean configured) {

    /** Name of the appender. */
    public String name() {
        return String.valueOf(appender.getName());
    }

    /** What has become of its events so far. */
    public AppenderStatistics statistics() {
        return requireNonNull(appender.statistics());
    }
}
