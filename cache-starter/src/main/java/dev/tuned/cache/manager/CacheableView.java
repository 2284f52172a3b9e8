/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.region.Region.Miss;
import dev.tuned.cache.store.NonBlockingThreads;

/**
 * A region as one invocation of a {@code @Cacheable} method sees it: it asks, misses, and puts what the method returned.
 * That put is a load, which changes nothing and is not reported, and a change in between wins over it. A put without
 * a miss before it is one of the application's. For one invocation; thread-safe.
 */
public final class CacheableView extends RegionCache {

    private final @Nullable CacheableView next;
    private final boolean isLast;
    private final boolean mayWait;
    private volatile @Nullable Miss miss;

    /**
     * Creates a view.
     *
     * @param next that of the operation's next cache, into which the method's result is put, too
     * @param isLast whether an invocation that gives a future or a publisher asks no cache after this one
     * @param mayWait whether the method's callers may be made to wait for L2: not those of a publisher
     */
    public CacheableView(RegionCache cache, @Nullable CacheableView next, boolean isLast, boolean mayWait) {
        super(cache);
        this.next = next;
        this.isLast = isLast;
        this.mayWait = mayWait;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Upon {@code null} Spring asks the next cache or calls the method, on this thread; a future ends its search, and the
     * method is called on the thread that completes it. So who may wait does, and others ask L2 for the last cache only.
     */
    @Override
    public @Nullable CompletableFuture<?> retrieve(Object key) {
        boolean waits = mayWait && !NonBlockingThreads.isCurrent();
        if (isLast && !waits) {
            return super.retrieve(key);
        }
        ValueWrapper found = waits ? get(key) : inL1(key);
        return (found != null) ? CompletableFuture.completedFuture(found) : null;
    }

    private @Nullable ValueWrapper inL1(Object key) {
        Object hit = hit(key);
        if (hit == null) {
            began(region().missInL1(key));
        }
        return toValueWrapper(hit);
    }

    @Override
    Miss missed(Object key) {
        Miss missed = region().miss(key);
        began(missed);
        return missed;
    }

    /** Also of the next caches, which Spring does not always ask. */
    private void began(Miss missed) {
        miss = missed;
        for (CacheableView view = next; view != null; view = view.next) {
            if (view.miss == null) {
                view.miss = view.region().missInL1(missed.key());
            }
        }
    }

    @Override
    public void put(Object key, @Nullable Object value) {
        Miss missed = miss;
        if (missed != null && missed.key().equals(key)) {
            region().keep(missed, fromStoreValue(value));
        } else {
            super.put(key, value);
        }
    }
}
