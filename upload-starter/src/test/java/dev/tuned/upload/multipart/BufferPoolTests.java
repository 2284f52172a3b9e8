/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BufferPoolTests {

    @Test
    void givesABufferAgain() {
        BufferPool pool = new BufferPool(16, 1 << 20);
        byte[] buffer = pool.take();
        assertThat(buffer).hasSize(16);
        pool.giveBack(buffer);
        assertThat(pool.take()).isSameAs(buffer);
    }

    @Test
    void keepsNoBufferOfAnotherSize() {
        BufferPool pool = new BufferPool(16, 1 << 20);
        pool.giveBack(new byte[32]);
        assertThat(pool.take()).hasSize(16);
    }

    @Test
    void keepsNoMoreThanAFew() {
        BufferPool pool = new BufferPool(16, 64 * 16);
        Map<byte[], Boolean> given = new IdentityHashMap<>();
        for (int i = 0; i < 1000; i++) {
            byte[] buffer = new byte[16];
            given.put(buffer, true);
            pool.giveBack(buffer);
        }
        int kept = 0;
        while (given.remove(pool.take()) != null) {
            kept++;
        }
        assertThat(kept).isEqualTo(64);
    }

    @Test
    void neverGivesABufferToTwoThreads() throws InterruptedException, ExecutionException {
        BufferPool pool = new BufferPool(1, 1 << 20);
        AtomicInteger shared = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                byte mine = (byte) i;
                running.add(threads.submit(() -> {
                    for (int round = 0; round < 20_000; round++) {
                        byte[] buffer = pool.take();
                        buffer[0] = mine;
                        Thread.onSpinWait();
                        if (buffer[0] != mine) {
                            shared.incrementAndGet();
                        }
                        pool.giveBack(buffer);
                    }
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(shared).hasValue(0);
    }
}
