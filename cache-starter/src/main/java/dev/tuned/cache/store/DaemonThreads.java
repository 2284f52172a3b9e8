/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Makes the starter's own threads: daemons with the application's class loader, whichever thread happens to need the next one.
 * Thread-safe.
 */
public final class DaemonThreads extends CustomizableThreadFactory {

    private static final long serialVersionUID = 1L;

    /**
     * Creates a factory.
     *
     * @param prefix the begin of the threads' names; a number follows
     */
    public DaemonThreads(String prefix) {
        super(prefix);
        setDaemon(true);
    }

    @Override
    public Thread createThread(Runnable task) {
        Thread thread = super.createThread(task);
        thread.setContextClassLoader(DaemonThreads.class.getClassLoader());
        return thread;
    }
}
