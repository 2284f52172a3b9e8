/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;

import dev.tuned.cache.manager.TunedCacheManager;

/**
 * Holds the near cache for the starter's own beans, which need no bean that an application may wrap, replace or mock. The near
 * cache is created when the bean {@code cacheManager} is, or the typed API is used; where another has taken their places,
 * never. Thread-safe.
 */
public final class CacheEngine implements DisposableBean {

    /** Name of its bean. */
    static final String BEAN = "tunedCacheEngine";

    private final List<Consumer<TunedCacheManager>> listeners = new CopyOnWriteArrayList<>();
    private final Supplier<TunedCacheManager> builder;
    private volatile @Nullable TunedCacheManager manager;

    CacheEngine(Supplier<TunedCacheManager> builder) {
        this.builder = builder;
    }

    /** The near cache, which is created by the first call. */
    synchronized TunedCacheManager manager() {
        TunedCacheManager present = manager;
        if (present == null) {
            TunedCacheManager created = builder.get();
            manager = created;
            listeners.forEach(listener -> listener.accept(created));
            return created;
        }
        return present;
    }

    /** The near cache, or {@code null} while nobody uses it. */
    public @Nullable TunedCacheManager ifUsed() {
        return manager;
    }

    /** Notifies a listener of the near cache: at once, or when it is created. */
    public synchronized void whenUsed(Consumer<TunedCacheManager> listener) {
        TunedCacheManager present = manager;
        if (present != null) {
            listener.accept(present);
        } else {
            listeners.add(listener);
        }
    }

    @Override
    public void destroy() {
        TunedCacheManager present = manager;
        if (present != null) {
            present.destroy();
        }
    }
}
