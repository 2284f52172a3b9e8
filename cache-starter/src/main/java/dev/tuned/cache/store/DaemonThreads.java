/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes the starter's own threads: daemons with the application's class loader, whichever thread happens to need the next one.
 * Thread-safe.
 */
public final class DaemonThreads implements ThreadFactory {

    private final AtomicInteger count = new AtomicInteger();

    private final String prefix;

    /**
     * Creates a factory.
     *
     * @param prefix the begin of the threads' names; a number follows
     */
    public DaemonThreads(String prefix) {
        this.prefix = prefix;
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, prefix + count.incrementAndGet());
        thread.setDaemon(true);
        thread.setContextClassLoader(DaemonThreads.class.getClassLoader());
        return thread;
    }
}
