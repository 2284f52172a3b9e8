/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import org.jspecify.annotations.Nullable;

import dev.tuned.threads.BoundedVirtualExecutor;

/** Numbers of tasks of an executor: now, and since its start. */
record TaskCounts(long active, long queued, long completed, long rejected) {

    private static final TaskCounts NONE = new TaskCounts(0, 0, 0, 0);

    /** Counts of an executor; zeros for one of the application's, or one that has not been created yet. */
    static TaskCounts of(@Nullable Object executor) {
        if (executor instanceof BoundedVirtualExecutor virtual) {
            return new TaskCounts(
                    virtual.getActiveCount(),
                    virtual.getQueuedCount(),
                    virtual.getCompletedCount(),
                    virtual.getRejectedCount());
        }
        if (executor instanceof PlatformTaskExecutor pool) {
            return new TaskCounts(
                    pool.getActiveCount(),
                    pool.queuedCount(),
                    pool.getThreadPoolExecutor().getCompletedTaskCount(),
                    pool.rejectedCount());
        }
        return NONE;
    }
}
