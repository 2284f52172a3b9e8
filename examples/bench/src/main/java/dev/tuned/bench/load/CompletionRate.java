/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.util.concurrent.TimeUnit;

/**
 * Completions per second, as the slope of the line through all points (time, completions so far) by least squares.
 *
 * <p>Requests that take equally long complete in bursts, and n bursts span n - 1 times between them: their number
 * divided by the time from the first completion to the last is too high by a burst. The slope has no such error, however
 * few the bursts are, and is the plain rate where completions come evenly.
 */
final class CompletionRate {

    private long count;
    private double meanTime;
    private double meanCount;
    private double timesCount;
    private double timesTime;

    /** Adds a completion. */
    void add(long nanos) {
        count++;
        double time = nanos - meanTime;
        meanTime += time / count;
        timesTime += time * (nanos - meanTime);
        double number = count - meanCount;
        meanCount += number / count;
        timesCount += (nanos - meanTime) * number;
    }

    long count() {
        return count;
    }

    /** The rate; 0 where all completions have one time, so that there is none. */
    double perSecond() {
        return timesTime == 0 ? 0 : timesCount / timesTime * TimeUnit.SECONDS.toNanos(1);
    }
}
