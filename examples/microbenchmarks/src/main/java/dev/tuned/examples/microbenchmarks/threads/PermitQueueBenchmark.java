/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.threads;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import dev.tuned.threads.permit.PermitQueue;

/** What the concurrency limit of requests adds to one that need not wait, beside the semaphore that Tomcat's own valve takes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PermitQueueBenchmark {

    private final PermitQueue permits = new PermitQueue(() -> 64);

    private final Semaphore semaphore = new Semaphore(64);

    @Benchmark
    public boolean permits() {
        boolean in = permits.take();
        permits.giveBack();
        return in;
    }

    @Benchmark
    public boolean semaphore() {
        boolean acquired = semaphore.tryAcquire();
        semaphore.release();
        return acquired;
    }
}
