/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

/**
 * The resources that a service has used since it started, read from outside; -1 where the platform does not say.
 *
 * <p>All CPU time comes from one clock, the process's own, which keeps the time of threads that have ended. The time of
 * compiler and collector threads is counted by thread; a thread that has ended keeps the time it had at the last
 * reading.
 *
 * @param cpuNanos CPU time of the process, in steps of 10 ms on Linux
 * @param compilerNanos that of its compiler threads
 * @param collectorNanos that of its garbage collector's threads
 * @param writtenBytes bytes passed to write calls, files and sockets alike
 * @param writeCalls the number of write calls
 * @param rssBytes resident memory now
 * @param allocatedBytes bytes allocated on the heap; on Java 17 by the threads that are still alive
 * @param collections how often the collector has stopped the service
 * @param gcPauseMillis for how long the collector has stopped the service, in milliseconds
 */
public record Usage(
        long cpuNanos,
        long compilerNanos,
        long collectorNanos,
        long writtenBytes,
        long writeCalls,
        long rssBytes,
        long allocatedBytes,
        long collections,
        long gcPauseMillis) {

    /** That of a service whose process is not known. */
    static final Usage UNKNOWN = new Usage(-1, -1, -1, -1, -1, -1, -1, -1, -1);

    /** The CPU time of the service without its compiler and collector threads. */
    public long ownCpuNanos() {
        return cpuNanos - Math.max(0, compilerNanos) - Math.max(0, collectorNanos);
    }
}
