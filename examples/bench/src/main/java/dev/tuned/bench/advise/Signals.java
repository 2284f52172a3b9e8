/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.util.List;
import java.util.Map;

import dev.tuned.bench.recording.FlightRecording;

/**
 * The observations of a service during a time.
 *
 * @param java its Java version
 * @param seconds how long it was looked at
 * @param calls calls of timed methods; empty below Java 25
 * @param cpu the service's CPU time by samples
 * @param pool the threads of Tomcat's pool
 * @param writes what was written to files
 * @param machineCpu the share of the machine's CPU that was in use, by whomever
 * @param serviceCpu the share that the service used
 * @param connections connections of clients, or -1 where the system does not say
 * @param heap what the collector did
 * @param othersCpu the share of the machine's CPU that others used, this program left out
 * @param caches the reads of each cache by its name; empty where the service does not tell
 */
record Signals(
        int java,
        double seconds,
        Map<Signal, Calls> calls,
        Cpu cpu,
        Pool pool,
        Writes writes,
        double machineCpu,
        double serviceCpu,
        double connections,
        Heap heap,
        double othersCpu,
        Map<String, Gets> caches) {

    /**
     * Calls of a method.
     *
     * @param count how many
     * @param nanos their time together, waiting included
     */
    record Calls(long count, double nanos) {

        static final Calls NONE = new Calls(0, 0);

        double averageMillis() {
            return count == 0 ? 0 : nanos / count / 1e6;
        }
    }

    /** The reads of a cache. */
    record Gets(double hits, double misses) {

        double all() {
            return hits + misses;
        }
    }

    /**
     * Samples of threads that ran.
     *
     * @param exact whether samples stand for CPU time, system calls included; otherwise they are of Java code alone
     * @param samples how many
     * @param in those in the methods of a signal
     */
    record Cpu(boolean exact, long samples, Map<Signal, Long> in) {

        double share(Signal signal) {
            return samples == 0 ? 0 : (double) in.getOrDefault(signal, 0L) / samples;
        }
    }

    /**
     * Tomcat's pool in thread dumps.
     *
     * @param dumps how many
     * @param full dumps in which no thread of the pool was idle
     * @param threads the largest number of the pool's threads
     * @param busy threads with a request, in all dumps together
     * @param waiting those of them that did not run
     * @param together those of the waiting ones that waited for the object that most others waited for, too
     * @param connections those of the waiting ones that waited for a connection of a pool
     * @param in busy threads in the methods of a signal
     * @param asyncAppenders names of Logback's own asynchronous appenders
     * @param virtual whether requests run on virtual threads, which no dump has
     */
    record Pool(
            int dumps,
            int full,
            int threads,
            long busy,
            long waiting,
            long together,
            long connections,
            Map<Signal, Long> in,
            List<String> asyncAppenders,
            boolean virtual) {

        double share(Signal signal) {
            return busy == 0 ? 0 : (double) in.getOrDefault(signal, 0L) / busy;
        }
    }

    /**
     * Writes to files.
     *
     * @param uploadFiles temporary files of uploads
     * @param uploadWrites writes to them
     * @param uploadBytes bytes written to them
     * @param otherWrites writes to other files
     */
    record Writes(long uploadFiles, long uploadWrites, long uploadBytes, long otherWrites) {}

    /**
     * The heap.
     *
     * @param allocatedBytes what was allocated between the first collection and the last
     * @param collections how many there were
     * @param pauseNanos for how long they stopped the service together
     */
    record Heap(long allocatedBytes, long collections, double pauseNanos) {}

    Calls calls(Signal signal) {
        return calls.getOrDefault(signal, Calls.NONE);
    }

    boolean timed() {
        return FlightRecording.timesMethods(java);
    }

    long requests() {
        return calls(Signal.REQUEST).count();
    }

    double perRequest(Signal signal) {
        return requests() == 0 ? 0 : (double) calls(signal).count() / requests();
    }

    /** The share of all requests' time, waiting included: of their calls, or else of the threads that were busy. */
    double timeShare(Signal signal) {
        double requests = calls(Signal.REQUEST).nanos();
        return requests > 0 ? Math.min(1, calls(signal).nanos() / requests) : pool.share(signal);
    }
}
