/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.BeansException;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.SimpleCacheErrorHandler;
import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.util.Assert;
import org.springframework.util.function.SingletonSupplier;

import dev.tuned.cache.InvalidationChannel;
import dev.tuned.cache.near.NearCache;
import dev.tuned.cache.near.NearSettings;
import dev.tuned.cache.near.NearStore;
import dev.tuned.cache.notify.Notifications;

/**
 * The near caches of an application, and what they share: one {@link NearStore} per client, which divide the memory. Thread-safe.
 */
public final class NearManagers implements SmartLifecycle, DisposableBean {

    private static final Log log = LogFactory.getLog(NearManagers.class);
    private static final String REDIS = "org.springframework.data.redis.cache.RedisCacheManager";
    private static final String COUCHBASE = "org.springframework.data.couchbase.cache.CouchbaseCacheManager";
    private static final String CAFFEINE = "org.springframework.cache.caffeine.CaffeineCacheManager";
    private static final String MAPS = "org.springframework.cache.concurrent.ConcurrentMapCacheManager";
    private static final Set<String> KNOWN = Set.of(REDIS, COUCHBASE, CAFFEINE, MAPS);
    private static final long UNUSED = TimeUnit.MINUTES.toNanos(1);

    private final NearSettings settings;
    private final ListableBeanFactory beans;
    private final IdentityHashMap<Object, NearStore> stores = new IdentityHashMap<>();
    private final IdentityHashMap<InvalidationChannel, Notifications> channels = new IdentityHashMap<>();
    private final List<NearCache> caches = new CopyOnWriteArrayList<>();
    private final List<Consumer<NearCache>> listeners = new CopyOnWriteArrayList<>();
    private final Map<String, Boolean> managers = new ConcurrentHashMap<>();
    private final SingletonSupplier<Boolean> ownErrorHandler;
    private final CustomizableThreadFactory threads = new CustomizableThreadFactory("tuned-cache-");

    private volatile boolean running;
    private volatile long reads;
    private volatile long usedAt = System.nanoTime() - UNUSED;

    NearManagers(NearSettings settings, ListableBeanFactory beans) {
        threads.setDaemon(true);
        this.settings = settings;
        this.beans = beans;
        this.ownErrorHandler = SingletonSupplier.of(() -> beans.getBeanProvider(CacheAspectSupport.class).stream()
                .anyMatch(aspect -> aspect.getErrorHandler().getClass() != SimpleCacheErrorHandler.class));
    }

    NearSettings settings() {
        return settings;
    }

    ListableBeanFactory beans() {
        return beans;
    }

    CustomizableThreadFactory threads() {
        return threads;
    }

    /** Notes that a manager has near caches, and whether it makes caches of any name. */
    void add(String manager, boolean dynamic) {
        managers.put(manager, dynamic);
    }

    /** The managers that have near caches, and whether they make caches of any name. */
    Map<String, Boolean> managers() {
        return Map.copyOf(managers);
    }

    /** The classes of the channels. */
    synchronized String channels() {
        return channels.keySet().stream()
                .map(channel -> channel.getClass().getSimpleName())
                .collect(Collectors.joining(", "));
    }

    /** Whether what a manager's caches have is in Redis or Couchbase. */
    static boolean isFar(CacheManager manager) {
        return Set.of(REDIS, COUCHBASE).contains(manager.getClass().getName());
    }

    /**
     * An equal manager, whose near caches are; the manager itself if it has none.
     *
     * @throws RuntimeException if what it is made of is not known
     */
    CacheManager near(String bean, CacheManager manager) {
        for (Class<?> parent = manager.getClass().getSuperclass(); parent != null; parent = parent.getSuperclass()) {
            String known = parent.getName();
            Assert.state(
                    !KNOWN.contains(known),
                    () -> manager.getClass().getName() + " is a subclass of "
                            + known.substring(known.lastIndexOf('.') + 1) + ", which cannot be rebuilt");
        }
        // By name, since not each of them is on the class path.
        return switch (manager.getClass().getName()) {
            case REDIS -> new RedisManagers(this, bean, (RedisCacheManager) manager).rebuild();
            case COUCHBASE -> CouchbaseManagers.near(this, bean, manager);
            case CAFFEINE, MAPS -> LocalManagers.near(this, bean, manager);
            default -> manager;
        };
    }

    /** Read by reflection, since its owner shows it to subclasses alone or to nobody. */
    static Object field(Object owner, String name) {
        Object value = PropertyAccessorFactory.forDirectFieldAccess(owner).getPropertyValue(name);
        Assert.state(value != null, () -> owner.getClass().getName() + " has no " + name);
        return value;
    }

    /** A near cache that is about to be used. */
    <C extends NearCache> C add(C cache) {
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

    /** Whether a near cache was read within the last minute. */
    boolean isUsed() {
        long before = reads;
        reads = caches.stream().mapToLong(NearCache::reads).sum();
        if (reads != before) {
            usedAt = System.nanoTime();
        }
        return System.nanoTime() - usedAt < UNUSED;
    }

    /**
     * What is in front of the store that a client reaches.
     *
     * @param name the store's
     * @param answers whether a failure is an answer of the store
     * @param channel made if the application has none of its own
     */
    synchronized NearStore store(
            Object client, String name, Predicate<Throwable> answers, Supplier<InvalidationChannel> channel) {
        NearStore store = stores.get(client);
        if (store == null) {
            InvalidationChannel used =
                    beans.getBeanProvider(InvalidationChannel.class).getIfAvailable(channel);
            Notifications notifications = channels.computeIfAbsent(used, Notifications::new);
            store = new NearStore(settings, name, answers, notifications, ownErrorHandler::obtain, threads);
            stores.put(client, store);
            stores.values().forEach(each -> each.memory().resize(settings.memoryBytes() / stores.size()));
            // Before the application serves: what it wrote from loads before it can be notified is deleted once more.
            notifications.start();
        }
        return store;
    }

    /** The near caches that were used. */
    public List<NearCache> caches() {
        return caches;
    }

    /** What is behind them. */
    public synchronized List<NearStore> stores() {
        return new ArrayList<>(stores.values());
    }

    /** Again: each was started when it was made. */
    @Override
    public void start() {
        running = true;
        caches.forEach(NearCache::start);
        stores().forEach(store -> store.channel().start());
    }

    @Override
    public void stop() {
        running = false;
        stores().forEach(store -> store.channel().stop());
    }

    /** Listens until all that may use a cache has ended, the web server's last requests for example, and stops before the connections do. */
    @Override
    public int getPhase() {
        return 1;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public void destroy() {
        stores().forEach(NearStore::close);
    }

    /** Puts near caches into each manager that is known, before it makes its caches. Others stay as they are. */
    static final class PostProcessor implements BeanPostProcessor {

        private final ObjectProvider<NearManagers> near;

        PostProcessor(ObjectProvider<NearManagers> near) {
            this.near = near;
        }

        @Override
        public Object postProcessBeforeInitialization(Object bean, String name) {
            if (!(bean instanceof CacheManager manager)) {
                return bean;
            }
            try {
                return near.getObject().near(name, manager);
            } catch (BeansException | IllegalStateException ex) {
                log.warn("No cache of '" + name + "' is near: " + ex.getMessage());
                return bean;
            }
        }
    }
}
