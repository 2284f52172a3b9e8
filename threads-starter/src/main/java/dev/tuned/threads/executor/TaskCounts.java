/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import org.jspecify.annotations.Nullable;

import dev.tuned.threads.BoundedVirtualExecutor;

/** Tasks of an executor: now, and since its start. */
record TaskCounts(long active, long queued, long completed, long rejected) {

    private static final TaskCounts NONE = new TaskCounts(0, 0, 0, 0);

    /** None for an executor that is not ours, or not there yet. */
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
