/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.SimpleCacheErrorHandler;
import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.util.Assert;
import org.springframework.util.function.SingletonSupplier;

import dev.tuned.cache.near.NearCache;
import dev.tuned.cache.near.NearCacheWriter;
import dev.tuned.cache.near.NearRedis;
import dev.tuned.cache.near.NearSettings;

/**
 * The near caches of an application, and what they share: one {@link NearRedis} per connection factory, which divide the memory. Thread-safe.
 */
public final class NearManagers implements SmartLifecycle, DisposableBean {

    private static final Log log = LogFactory.getLog(NearManagers.class);

    private final NearSettings settings;
    private final IdentityHashMap<RedisConnectionFactory, NearRedis> redis = new IdentityHashMap<>();
    private final List<NearCache> caches = new CopyOnWriteArrayList<>();
    private final List<Consumer<NearCache>> listeners = new CopyOnWriteArrayList<>();
    private final SingletonSupplier<Boolean> ownErrorHandler;
    private final CustomizableThreadFactory threads = new CustomizableThreadFactory("tuned-cache-");

    private volatile boolean running;

    NearManagers(NearSettings settings, ListableBeanFactory beans) {
        threads.setDaemon(true);
        this.settings = settings;
        this.ownErrorHandler = SingletonSupplier.of(() -> beans.getBeanProvider(CacheAspectSupport.class).stream()
                .anyMatch(aspect -> aspect.getErrorHandler().getClass() != SimpleCacheErrorHandler.class));
    }

    NearSettings settings() {
        return settings;
    }

    /**
     * An equal manager, whose near caches have a memory in front of them; the manager itself if it has none.
     *
     * @throws RuntimeException if what it is made of is not known
     */
    RedisCacheManager near(String bean, RedisCacheManager manager) {
        RedisCacheWriter writer = ManagerParts.writer(manager);
        if (writer instanceof NearCacheWriter
                || (!manager.isAllowRuntimeCacheCreation()
                        && ManagerParts.initial(manager).keySet().stream().noneMatch(settings::isNear))) {
            return manager;
        }
        return ManagerParts.rebuild(
                manager,
                new NearCacheWriter(
                        writer,
                        ManagerParts.statistics(writer),
                        redis(ManagerParts.connections(writer)),
                        (name, delegate) -> cache(bean, manager, name, delegate),
                        ownErrorHandler::obtain));
    }

    private @Nullable NearCache cache(String bean, RedisCacheManager manager, String name, RedisCacheWriter delegate) {
        if (!settings.isNear(name)) {
            return null;
        }
        RedisCacheConfiguration configuration = ManagerParts.configuration(manager, name);
        if (configuration.isTimeToIdleEnabled()) {
            log.warn("Cache " + name + " is not near: it has a time to idle, and Redis has to see each read");
            return null;
        }
        NearCache cache = new NearCache(
                bean,
                name,
                delegate,
                ManagerParts.isLocking(delegate),
                ManagerParts.statistics(delegate),
                manager.isTransactionAware(),
                () -> configuration.usePrefix() ? configuration.getKeyPrefixFor(name) : null,
                settings.getTtlOf().getOrDefault(name, settings.getTtl()),
                new LongAdder(),
                new LongAdder(),
                new LongAdder());
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

    private synchronized NearRedis redis(RedisConnectionFactory connections) {
        NearRedis near = redis.computeIfAbsent(connections, key -> new NearRedis(settings, key, threads));
        redis.values().forEach(each -> each.memory().resize(settings.memoryBytes() / redis.size()));
        // Before the application serves: what it wrote from loads before it can be notified is deleted once more.
        near.start();
        return near;
    }

    /** The near caches that were used. */
    public List<NearCache> caches() {
        return caches;
    }

    /** What is behind them. */
    public synchronized List<NearRedis> redis() {
        return new ArrayList<>(redis.values());
    }

    /** Again: each was started when it was made. */
    @Override
    public void start() {
        running = true;
        redis().forEach(each -> each.channel().start());
    }

    @Override
    public void stop() {
        running = false;
        redis().forEach(each -> each.channel().stop());
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public void destroy() {
        redis().forEach(NearRedis::close);
    }

    /** Rebuilds each {@link RedisCacheManager}, before it makes its caches. Subclasses stay as they are. */
    static final class PostProcessor implements BeanPostProcessor {

        private final ObjectProvider<NearManagers> near;

        PostProcessor(ObjectProvider<NearManagers> near) {
            this.near = near;
        }

        @Override
        public Object postProcessBeforeInitialization(Object bean, String name) {
            if (!(bean instanceof RedisCacheManager manager)) {
                return bean;
            }
            try {
                Assert.state(
                        bean.getClass() == RedisCacheManager.class,
                        () -> bean.getClass().getName()
                                + " is a subclass of RedisCacheManager, which cannot be rebuilt");
                return near.getObject().near(name, manager);
            } catch (BeansException | IllegalStateException ex) {
                log.warn("No cache of '" + name + "' is near: " + ex.getMessage());
                return bean;
            }
        }
    }
}
