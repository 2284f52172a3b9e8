/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import dev.tuned.logging.TunedAsyncAppender;
import dev.tuned.logging.output.CallerDataPlan;

/**
 * An appender behind a queue.
 *
 * @param front what the loggers call
 * @param callerData what is done about caller data
 * @param configured whether the user's Logback configuration has the queue, and not the starter has put it there
 */
record InstalledAppender(TunedAsyncAppender front, CallerDataPlan callerData, boolean configured) {

    String name() {
        return front.getName();
    }
}
