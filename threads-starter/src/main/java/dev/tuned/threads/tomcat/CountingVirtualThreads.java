/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.concurrent.atomic.AtomicInteger;

import org.apache.tomcat.util.threads.ResizableExecutor;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;

/**
 * Tomcat's executor on virtual threads with a count of busy ones: Tomcat's meters are −1 for an executor that is neither a pool nor
 * a {@link ResizableExecutor}. Used only where these meters are read. Thread-safe.
 */
final class CountingVirtualThreads extends VirtualThreadExecutor implements ResizableExecutor {

    private final AtomicInteger active = new AtomicInteger();

    CountingVirtualThreads(String namePrefix) {
        super(namePrefix);
    }

    @Override
    public void execute(Runnable task) {
        super.execute(() -> {
            active.incrementAndGet();
            try {
                task.run();
            } finally {
                active.decrementAndGet();
            }
        });
    }

    @Override
    public int getActiveCount() {
        return active.get();
    }

    /** All threads are busy. */
    @Override
    public int getPoolSize() {
        return active.get();
    }

    @Override
    public int getMaxThreads() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean resizePool(int corePoolSize, int maximumPoolSize) {
        return false;
    }

    @Override
    public boolean resizeQueue(int capacity) {
        return false;
    }
}
