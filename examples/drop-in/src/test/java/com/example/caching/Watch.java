/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;

import dev.tuned.examples.dropin.inside.Notes;

/** What the rows of a table are written with. */
public final class Watch {

    private static final long SECONDS = 3;

    private Watch() {}

    /** Several values as one text. */
    public static String all(Object... values) {
        return Arrays.deepToString(values);
    }

    /** What a cache has under a key. */
    public static String in(CacheManager manager, String cache, Object key) {
        Cache.ValueWrapper wrapper = manager.getCache(cache).get(key);
        return wrapper == null ? "absent" : "has " + wrapper.get();
    }

    /** What an action returns, or the class of what it throws. */
    public static String trying(Notes.Action action) {
        try {
            return String.valueOf(action.run());
        } catch (Throwable ex) {
            return ex.getClass().getSimpleName();
        }
    }

    /** Whether a condition comes true before long. */
    public static boolean isSoon(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
        return true;
    }

    /** Runs an action on a thread of its own and does not wait for ever. */
    public static Object within(Notes.Action action) throws Throwable {
        return finished(start(action));
    }

    public static FutureTask<Object> start(Notes.Action action) {
        FutureTask<Object> task = new FutureTask<>(() -> {
            try {
                return action.run();
            } catch (Error | Exception ex) {
                throw ex;
            } catch (Throwable ex) {
                throw new IllegalStateException(ex);
            }
        });
        Thread thread = new Thread(task, "watched");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    public static Object finished(FutureTask<Object> task) throws Throwable {
        try {
            return task.get(SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException ex) {
            return "no answer";
        } catch (ExecutionException ex) {
            throw ex.getCause();
        }
    }

    public static Object finished(CompletableFuture<?> future) throws Throwable {
        try {
            return future.get(SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException ex) {
            return "no answer";
        }
    }
}
