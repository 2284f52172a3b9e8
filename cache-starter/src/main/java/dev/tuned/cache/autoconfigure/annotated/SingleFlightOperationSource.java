/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.annotated;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.cache.interceptor.SimpleCacheResolver;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodClassKey;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.StringUtils;

import dev.tuned.cache.region.Owner;

import static java.util.Objects.requireNonNullElse;

/**
 * Treats a plain {@code @Cacheable} as if it said {@code sync = true}, so that concurrent misses of one key make one
 * call. Without, Spring asks the cache, calls the method and puts the result in three steps that nothing holds together.
 * Every other one finds its caches through {@link LoadAwareResolver}.
 *
 * <p>Only where Spring allows {@code sync} and it means the same: the one operation of a method, on one region, without
 * {@code unless}, whose caches Spring takes from the near cache by their names. A publisher stays as it is, because {@code
 * sync} would subscribe to it at once and without its context.
 */
public final class SingleFlightOperationSource implements CacheOperationSource {

    /** What a method gets, and what it gets in a call that is to be left as it is. */
    private record Operations(Collection<CacheOperation> shared, Collection<CacheOperation> plain) {}

    private final Map<MethodClassKey, Operations> operations = new ConcurrentHashMap<>();
    private final CacheOperationSource source;
    private final LoadAwareResolver resolver;
    private final CacheManager nearCache;
    private final BeanFactory beans;

    /**
     * Decorates a source.
     *
     * @param source finds the operations
     * @param resolver finds the caches of what comes from here
     * @param nearCache the near cache
     * @param beans has the resolvers and managers that operations name
     */
    public SingleFlightOperationSource(
            CacheOperationSource source, LoadAwareResolver resolver, CacheManager nearCache, BeanFactory beans) {
        this.source = source;
        this.resolver = resolver;
        this.nearCache = nearCache;
        this.beans = beans;
    }

    @Override
    public boolean isCandidateClass(Class<?> targetClass) {
        return source.isCandidateClass(targetClass);
    }

    @Override
    public @Nullable Collection<CacheOperation> getCacheOperations(Method method, @Nullable Class<?> targetClass) {
        MethodClassKey key = new MethodClassKey(method, targetClass);
        Operations known = operations.get(key);
        if (known == null) {
            Collection<CacheOperation> found = source.getCacheOperations(method, targetClass);
            if (found == null) {
                return null;
            }
            known = operations(found, method);
            operations.put(key, known);
        }
        return Owner.isDeep() ? known.plain() : known.shared();
    }

    private Operations operations(Collection<CacheOperation> found, Method method) {
        List<CacheOperation> plain = found.stream().map(this::named).toList();
        List<CacheOperation> loads =
                plain.stream().filter(CacheableOperation.class::isInstance).toList();
        loads.subList(0, Math.max(0, loads.size() - 1)).forEach(resolver::followed);
        boolean isShared = found.size() == 1
                && found.iterator().next() instanceof CacheableOperation operation
                && !StringUtils.hasText(operation.getUnless())
                && operation.getCacheNames().size() == 1
                && !publishes(method)
                && resolver(operation) instanceof SimpleCacheResolver simple
                && simple.getClass() == SimpleCacheResolver.class
                && simple.getCacheManager() == nearCache;
        return new Operations(
                isShared
                        ? List.of(copy((CacheableOperation) found.iterator().next(), true)
                                .build())
                        : plain,
                plain);
    }

    private static boolean publishes(Method method) {
        Class<?> type = method.getReturnType();
        return KotlinDetector.isSuspendingFunction(method)
                || (!CompletableFuture.class.isAssignableFrom(type)
                        && ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null);
    }

    private CacheOperation named(CacheOperation operation) {
        return (operation instanceof CacheableOperation cacheable
                        && !cacheable.isSync()
                        && (StringUtils.hasText(operation.getCacheResolver())
                                || StringUtils.hasText(operation.getCacheManager())))
                ? resolver.standIn(cacheable, copy(cacheable, false), () -> resolver(cacheable))
                : operation;
    }

    /** As Spring's interceptor finds it. */
    private CacheResolver resolver(CacheableOperation operation) {
        if (StringUtils.hasText(operation.getCacheResolver())) {
            return bean(CacheResolver.class, operation.getCacheResolver());
        }
        return StringUtils.hasText(operation.getCacheManager())
                ? new SimpleCacheResolver(bean(CacheManager.class, operation.getCacheManager()))
                : resolver.resolver();
    }

    private <T> T bean(Class<T> type, String name) {
        return BeanFactoryAnnotationUtils.qualifiedBeanOfType(beans, type, name);
    }

    private static CacheableOperation.Builder copy(CacheableOperation operation, boolean sync) {
        CacheableOperation.Builder builder = new CacheableOperation.Builder();
        builder.setName(operation.getName());
        builder.setCacheNames(operation.getCacheNames().toArray(String[]::new));
        builder.setKey(operation.getKey());
        builder.setKeyGenerator(operation.getKeyGenerator());
        builder.setCacheManager(operation.getCacheManager());
        builder.setCacheResolver(operation.getCacheResolver());
        builder.setCondition(operation.getCondition());
        builder.setUnless(requireNonNullElse(operation.getUnless(), ""));
        builder.setSync(sync);
        return builder;
    }
}
