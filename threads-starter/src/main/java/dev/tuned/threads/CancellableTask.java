/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

import org.jspecify.annotations.Nullable;

/** Task with a result that says when it is cancelled, so that it need not wait for its turn only to do nothing. */
final class CancellableTask<T extends @Nullable Object> extends FutureTask<T> {

    private volatile @Nullable Runnable whenCancelled;

    CancellableTask(Callable<T> task) {
        super(task);
    }

    /** To be called before another thread knows the task. */
    void whenCancelled(Runnable callback) {
        Runnable first = this.whenCancelled;
        this.whenCancelled = (first == null)
                ? callback
                : () -> {
                    first.run();
                    callback.run();
                };
    }

    @Override
    protected void done() {
        Runnable callback = this.whenCancelled;
        if (callback != null && isCancelled()) {
            callback.run();
        }
    }
}
