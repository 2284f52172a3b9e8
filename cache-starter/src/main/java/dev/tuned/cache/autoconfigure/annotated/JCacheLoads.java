/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.annotated;

import javax.cache.annotation.CacheMethodDetails;
import javax.cache.annotation.CacheResult;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.BasicOperation;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.SimpleCacheResolver;
import org.springframework.cache.jcache.interceptor.DefaultJCacheOperationSource;
import org.springframework.cache.jcache.interceptor.SimpleExceptionCacheResolver;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.util.function.SingletonSupplier;

/**
 * Lets methods with JCache's annotations find their caches through {@link LoadAwareResolver}. Spring gives a resolver to each
 * operation while it makes proxies, so this comes first. Loaded only where JCache's annotations are.
 */
public final class JCacheLoads implements BeanPostProcessor, PriorityOrdered {

    private final SingletonSupplier<CacheManager> manager;

    /**
     * Creates it.
     *
     * @param beans has the cache manager, which is not needed before the first call
     */
    public JCacheLoads(BeanFactory beans) {
        this.manager = SingletonSupplier.of(() -> beans.getBean(CacheManager.class));
    }

    /** Whether an annotation asks for a cached result, and for its put if there is none. */
    static boolean isLoad(BasicOperation operation) {
        return operation instanceof CacheMethodDetails<?> details
                && details.getCacheAnnotation() instanceof CacheResult;
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean.getClass() == DefaultJCacheOperationSource.class) {
            DefaultJCacheOperationSource source = (DefaultJCacheOperationSource) bean;
            CacheManager own = source.getCacheManager();
            SingletonSupplier<CacheManager> used = (own != null) ? SingletonSupplier.of(own) : manager;
            source.setCacheResolver(loads(
                    source.getCacheResolver(),
                    context -> new SimpleCacheResolver(used.obtain()).resolveCaches(context)));
            source.setExceptionCacheResolver(loads(
                    source.getExceptionCacheResolver(),
                    context -> new SimpleExceptionCacheResolver(used.obtain()).resolveCaches(context)));
        }
        return bean;
    }

    private static CacheResolver loads(@Nullable CacheResolver given, CacheResolver otherwise) {
        return new LoadAwareResolver((given != null) ? given : otherwise);
    }
}
