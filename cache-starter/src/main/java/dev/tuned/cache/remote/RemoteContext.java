/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import com.github.benmanes.caffeine.cache.Ticker;

import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.value.MemoryBudget;

/**
 * What the regions of a manager have in common in L2.
 *
 * @param store where the documents are
 * @param keyPrefix the first part of every document's key
 * @param ticker measures how long a load lasted
 * @param budget bounds the documents that wait to be written
 * @param scheduler repeats what did not get through
 * @param invalidations says whether the changes of other processes are reported to this one at the moment. Takes once more a
 *     change that L2 has only now: other processes may have read what was there before, after they were notified of it
 */
public record RemoteContext(
        L2Store store,
        String keyPrefix,
        Ticker ticker,
        MemoryBudget budget,
        ScheduledExecutorService scheduler,
        InvalidationChannel invalidations) {

    /** Runs a task after a while; whether it will: not when the application ends. */
    boolean schedule(Runnable task, Duration delay) {
        try {
            var unused = scheduler.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (RejectedExecutionException ex) {
            return false;
        }
    }
}
