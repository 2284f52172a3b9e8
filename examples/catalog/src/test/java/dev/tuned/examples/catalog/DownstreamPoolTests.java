/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.util.List;
import java.util.stream.Stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import static org.awaitility.Awaitility.await;

class DownstreamPoolTests {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final DownstreamPool pool = new DownstreamPool(meters);

    @Test
    void whoeverFindsNoConnectionFreeWaitsUntilOneIs() {
        List<Thread> holders =
                Stream.generate(this::caller).limit(DownstreamPool.CONNECTIONS).toList();
        try {
            holders.forEach(Thread::start);
            await().until(() -> holders.stream().allMatch(holder -> holder.getState() == Thread.State.TIMED_WAITING));
            Thread late = caller();
            late.start();
            await().until(() -> waiting() == 1);

            holders.get(0).interrupt();
            await().until(() -> waiting() == 0 && late.getState() == Thread.State.TIMED_WAITING);
            late.interrupt();
        } finally {
            holders.forEach(Thread::interrupt);
        }
    }

    private Thread caller() {
        Thread thread = new Thread(() -> {
            try {
                pool.call(600_000);
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        return thread;
    }

    private int waiting() {
        return (int) meters.get("catalog.pool.waiting").gauge().value();
    }
}
