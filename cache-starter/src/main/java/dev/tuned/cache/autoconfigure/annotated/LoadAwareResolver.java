/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.annotated;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.springframework.cache.Cache;
import org.springframework.cache.interceptor.BasicOperation;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationInvocationContext;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.cache.transaction.TransactionAwareCacheDecorator;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

import dev.tuned.cache.manager.CacheableView;
import dev.tuned.cache.manager.RegionCache;

/**
 * Gives each invocation of a {@code @Cacheable} method without {@code sync} its own {@link CacheableView} of the near
 * cache's regions, so that what it puts is known to be a load, whichever resolver finds them, inside Spring's decorator for
 * transactions too. Every other operation, and every
 * other cache, is left as it is. Spring asks once per invocation and operation. Thread-safe.
 */
public final class LoadAwareResolver implements CacheResolver {

    private static final boolean IS_JCACHE_PRESENT =
            ClassUtils.isPresent("javax.cache.annotation.CacheResult", LoadAwareResolver.class.getClassLoader());

    private final Map<BasicOperation, Named> named = new ConcurrentHashMap<>();
    private final Set<CacheOperation> followed = ConcurrentHashMap.newKeySet();
    private final CacheResolver resolver;

    /** An operation and what finds its caches, which is asked for when it is first needed. */
    private record Named(CacheableOperation operation, SingletonSupplier<CacheResolver> resolver) {}

    /**
     * Decorates the resolver of operations that name none.
     *
     * @param resolver finds the caches of an operation
     */
    public LoadAwareResolver(CacheResolver resolver) {
        this.resolver = resolver;
    }

    /**
     * Stands an operation in for one that names a resolver or a manager, which Spring's interceptor would ask past this object.
     *
     * @param operation the original
     * @param copy makes the same operation
     * @param found finds what the original names
     */
    CacheableOperation standIn(
            CacheableOperation operation, CacheableOperation.Builder copy, Supplier<CacheResolver> found) {
        copy.setCacheResolver("");
        copy.setCacheManager("");
        // Spring takes operations with one description for the same.
        copy.setName(operation.getName() + " " + operation.getCacheResolver() + operation.getCacheManager());
        CacheableOperation made = copy.build();
        named.put(made, new Named(operation, SingletonSupplier.of(found)));
        return made;
    }

    /** The same methods have a further operation, whose caches Spring asks after those of this one. */
    void followed(CacheOperation operation) {
        followed.add(operation);
    }

    CacheResolver resolver() {
        return resolver;
    }

    @Override
    public Collection<? extends Cache> resolveCaches(CacheOperationInvocationContext<?> context) {
        BasicOperation operation = context.getOperation();
        Named other = named.get(operation);
        Collection<? extends Cache> caches = (other != null)
                ? other.resolver().obtain().resolveCaches(new NamedContext(context, other.operation()))
                : resolver.resolveCaches(context);
        if (!isLoad(operation)) {
            return caches;
        }
        // Of several caches Spring asks the first alone for a publisher.
        boolean isFuture =
                CompletableFuture.class.isAssignableFrom(context.getMethod().getReturnType());
        int last = followed.contains(operation) ? -1 : isFuture ? caches.size() - 1 : 0;
        List<Cache> views = new ArrayList<>(caches);
        CacheableView next = null;
        for (int i = views.size() - 1; i >= 0; i--) {
            if (regionOf(views.get(i)) instanceof RegionCache region) {
                next = new CacheableView(region, next, i == last, isFuture);
                views.set(i, (views.get(i) == region) ? next : new TransactionAwareCacheDecorator(next));
            }
        }
        return views;
    }

    /** Is part of the message where there is no cache. */
    @Override
    public String toString() {
        return resolver.toString();
    }

    private static boolean isLoad(BasicOperation operation) {
        return (operation instanceof CacheableOperation cacheable)
                ? !cacheable.isSync()
                : IS_JCACHE_PRESENT && JCacheLoads.isLoad(operation);
    }

    /** A cache without Spring's decorator for transactions. */
    private static Cache regionOf(Cache cache) {
        return (cache.getClass() == TransactionAwareCacheDecorator.class)
                ? regionOf(((TransactionAwareCacheDecorator) cache).getTargetCache())
                : cache;
    }

    /** What the application's resolver sees: its own operation. */
    private record NamedContext(CacheOperationInvocationContext<?> context, BasicOperation operation)
            implements CacheOperationInvocationContext<BasicOperation> {

        @Override
        public BasicOperation getOperation() {
            return operation;
        }

        @Override
        public Object getTarget() {
            return context.getTarget();
        }

        @Override
        public Method getMethod() {
            return context.getMethod();
        }

        @Override
        public Object[] getArgs() {
            return context.getArgs();
        }
    }
}
