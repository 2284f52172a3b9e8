/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

/**
 * What is seen of a pool and its process at one moment.
 *
 * @param nanos {@link System#nanoTime()}
 * @param queued requests that wait for a thread
 * @param active requests that have one
 * @param successes requests answered well since the start
 * @param failures all others that have ended since the start
 * @param cpuSeconds time of all processors that the process has used since its start, divided by their number
 * @param collections garbage collections since the start
 * @param live share of the largest heap in use after the last collection, 0 to 1
 * @param heap share of the largest heap in use now, 0 to 1
 */
record Look(
        long nanos,
        int queued,
        int active,
        long successes,
        long failures,
        double cpuSeconds,
        long collections,
        double live,
        double heap) {

    long completed() {
        return successes + failures;
    }
}
