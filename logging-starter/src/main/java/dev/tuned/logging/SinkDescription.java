/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

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
public record SinkDescription(
        TunedAsyncAppender appender, SinkSettings settings, Class<?> writesTo, boolean callerData, boolean configured) {

    /** Name of the appender. */
    public String name() {
        return String.valueOf(appender.getName());
    }

    /** What has become of its events so far. */
    public SinkStatistics statistics() {
        return requireNonNull(appender.statistics());
    }

    /** Of an appender that is started, and so has something it writes to. */
    static SinkDescription of(Tuned.Sink one) {
        TunedAsyncAppender front = one.front();
        return new SinkDescription(
                front,
                front.settings(),
                requireNonNull(front.child()).getClass(),
                one.callerData().frames() > 0,
                one.configured());
    }
}
