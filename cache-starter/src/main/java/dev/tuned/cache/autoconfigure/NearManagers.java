/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.SimpleCacheErrorHandler;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.util.function.SingletonSupplier;

import dev.tuned.cache.InvalidationChannel;
import dev.tuned.cache.far.FarCache;
import dev.tuned.cache.near.NearCache;
import dev.tuned.cache.near.NearSettings;
import dev.tuned.cache.near.NearStore;

/**
 * The near caches of an application, and what they share: one {@link NearStore} per client, which divide the memory. Thread-safe.
 */
public final class NearManagers implements DisposableBean {

    private static final Log log = LogFactory.getLog(NearManagers.class);

    /** Managers of one kind. */
    interface Kind {

        /** Whether a manager is of this kind. */
        boolean isKnown(CacheManager manager);

        /**
         * An equal manager, whose near caches have a memory in front of them; the manager itself if it has none.
         *
         * @throws IllegalStateException if what it is made of is not known
         */
        CacheManager near(NearManagers near, String bean, CacheManager manager);

        /** Whether it is known what a manager is made of: not of a subclass. */
        boolean isExactly(CacheManager manager);

        /** Whether its near caches are. */
        boolean isNear(CacheManager manager);

        /** Whether it makes a cache of any name. */
        boolean isDynamic(CacheManager manager);
    }

    private static final long UNUSED = TimeUnit.MINUTES.toNanos(1);

    private final NearSettings settings;
    private final ListableBeanFactory beans;
    private final Map<Object, NearStore> stores = new IdentityHashMap<>();
    private final List<NearCache> caches = new CopyOnWriteArrayList<>();
    private final List<Consumer<NearCache>> listeners = new CopyOnWriteArrayList<>();
    private final SingletonSupplier<Boolean> ownErrorHandler = SingletonSupplier.of(this::hasOwnErrorHandler);
    private final CustomizableThreadFactory threads = new CustomizableThreadFactory("tuned-cache-");

    private volatile long readsBefore;
    private volatile long usedAt = System.nanoTime() - 2 * UNUSED;

    NearManagers(NearSettings settings, ListableBeanFactory beans) {
        threads.setDaemon(true);
        this.settings = settings;
        this.beans = beans;
    }

    NearSettings settings() {
        return settings;
    }

    ThreadFactory threads() {
        return threads;
    }

    /** A cache that was just used for the first time. */
    NearCache add(String bean, String name, FarCache far, boolean afterCommit, Supplier<@Nullable String> prefix) {
        Duration ttl = settings.getTtlOf().getOrDefault(name, settings.getTtl());
        NearCache cache = NearCache.of(bean, name, far, afterCommit, prefix, ttl);
        synchronized (caches) {
            caches.add(cache);
            listeners.forEach(listener -> listener.accept(cache));
        }
        return cache;
    }

    /** Calls a listener with each near cache, when it is used first. */
    public void whenUsed(Consumer<NearCache> listener) {
        synchronized (caches) {
            listeners.add(listener);
            caches.forEach(listener);
        }
    }

    /**
     * What is in front of the store that a client reaches.
     *
     * @param name the store's
     * @param channel made if the application has none of its own
     */
    synchronized NearStore store(Object client, String name, Supplier<InvalidationChannel> channel) {
        NearStore store = stores.get(client);
        if (store == null) {
            InvalidationChannel own =
                    beans.getBeanProvider(InvalidationChannel.class).getIfAvailable(channel);
            store = new NearStore(settings, own, name, ownErrorHandler::obtain, threads);
            stores.put(client, store);
            stores.values().forEach(each -> each.memory().resize(settings.memoryBytes() / stores.size()));
            // Before the application serves: what it wrote from loads before it can be notified is deleted once more.
            store.start();
        }
        return store;
    }

    /** Whether a near cache was read within the last minute. */
    boolean isUsed() {
        long now = System.nanoTime();
        long reads = caches.stream().mapToLong(NearCache::reads).sum();
        if (reads != readsBefore) {
            readsBefore = reads;
            usedAt = now;
        }
        return now - usedAt < UNUSED;
    }

    private boolean hasOwnErrorHandler() {
        return beans.getBeanProvider(CacheAspectSupport.class).stream()
                .anyMatch(aspect -> aspect.getErrorHandler().getClass() != SimpleCacheErrorHandler.class);
    }

    /** The near caches that were used. */
    public List<NearCache> caches() {
        return Collections.unmodifiableList(caches);
    }

    /** What is behind them. */
    public synchronized List<NearStore> stores() {
        return new ArrayList<>(stores.values());
    }

    @Override
    public void destroy() {
        stores().forEach(NearStore::close);
    }

    /** Rebuilds each manager of a kind that is known, before it makes its caches. */
    static final class PostProcessor implements BeanPostProcessor {

        private final ObjectProvider<NearManagers> near;
        private final ObjectProvider<Kind> kinds;

        PostProcessor(ObjectProvider<NearManagers> near, ObjectProvider<Kind> kinds) {
            this.near = near;
            this.kinds = kinds;
        }

        @Override
        public Object postProcessBeforeInitialization(Object bean, String name) {
            if (bean instanceof CacheManager manager) {
                try {
                    for (Kind kind : kinds) {
                        if (kind.isKnown(manager)) {
                            return kind.near(near.getObject(), name, manager);
                        }
                    }
                } catch (BeansException | IllegalStateException ex) {
                    log.warn("No cache of '" + name + "' is near: " + ex.getMessage());
                }
            }
            return bean;
        }
    }
}
