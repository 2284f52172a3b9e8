/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.process;
/**
 * What a process has used since it started, as its {@code /actuator/process} tells.
 *
 * @param cpuNanos CPU time in nanoseconds, in steps of 10 ms
 * @param allocatedBytes bytes allocated on the heap by all threads
 * @param writtenBytes bytes handed to write calls, files and sockets alike; -1 where the system does not tell
 * @param rssBytes resident memory now; -1 where the system does not tell
 * @param logCalls orders that asked for a line in the log
 * @param longestLogCallNanos the longest of these calls since the process last told
 * @param gcPauses how often the collector has stopped the process
 * @param gcPauseMillis for how long in all, in milliseconds
 */
public record ProcessStats(
        long cpuNanos,
        long allocatedBytes,
        long writtenBytes,
        long rssBytes,
        long logCalls,
        long longestLogCallNanos,
        long gcPauses,
        long gcPauseMillis) {}
