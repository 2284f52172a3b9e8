/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.annotated;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodClassKey;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.StringUtils;

import static java.util.Objects.requireNonNullElse;

/**
 * Treats a plain {@code @Cacheable} as if it said {@code sync = true}, so that concurrent misses of one key make one
 * call. Without, Spring asks the cache, calls the method and puts the result in three steps that nothing holds together.
 *
 * <p>Only where Spring allows {@code sync} and it means the same: the one operation of a method, on one region, without
 * {@code unless}. A publisher stays as it is, because {@code sync} would subscribe to it at once and without its context.
 */
public final class SingleFlightOperationSource implements CacheOperationSource {

    /** What Spring finds for a method, and what it gets here. */
    private record Operations(Collection<CacheOperation> found, Collection<CacheOperation> shared) {}

    private final Map<MethodClassKey, Operations> operations = new ConcurrentHashMap<>();
    private final CacheOperationSource source;
    private final NearCacheOperations ours;
    private final BooleanSupplier isActive;
    private final BooleanSupplier isDefault;
    private final BooleanSupplier isDeep;

    /**
     * Decorates a source.
     *
     * @param source finds the operations
     * @param ours decides which operations go to the near cache if it has the caches
     * @param isActive decides whether operations go to the near cache if they say nothing else
     * @param isDefault decides whether that is all that happens to operations which say nothing else
     * @param isDeep decides for each call whether it is to be left as it is
     */
    public SingleFlightOperationSource(
            CacheOperationSource source,
            NearCacheOperations ours,
            BooleanSupplier isActive,
            BooleanSupplier isDefault,
            BooleanSupplier isDeep) {
        this.source = source;
        this.ours = ours;
        this.isActive = isActive;
        this.isDefault = isDefault;
        this.isDeep = isDeep;
    }

    @Override
    public boolean isCandidateClass(Class<?> targetClass) {
        return source.isCandidateClass(targetClass);
    }

    @Override
    public @Nullable Collection<CacheOperation> getCacheOperations(Method method, @Nullable Class<?> targetClass) {
        MethodClassKey key = new MethodClassKey(method, targetClass);
        Operations known = operations.get(key);
        if (known != null) {
            return isDeep.getAsBoolean() ? known.found() : known.shared();
        }
        Collection<CacheOperation> found = source.getCacheOperations(method, targetClass);
        if (found == null) {
            return null;
        }
        Collection<CacheOperation> all =
                found.stream().map(this::ofDefaultResolver).toList();
        Collection<CacheOperation> result = all;
        if (all.size() == 1
                && all.iterator().next() instanceof CacheableOperation operation
                && eligible(operation, method)) {
            result = List.of(copy(operation, operation.getCacheManager(), true));
        }
        operations.put(key, new Operations(all, result));
        return result;
    }

    private boolean eligible(CacheableOperation operation, Method method) {
        return !StringUtils.hasText(operation.getUnless())
                && operation.getCacheNames().size() == 1
                && ours.test(operation)
                && isActive.getAsBoolean()
                && !publishes(method);
    }

    private static boolean publishes(Method method) {
        Class<?> type = method.getReturnType();
        return KotlinDetector.isSuspendingFunction(method)
                || (!CompletableFuture.class.isAssignableFrom(type)
                        && ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null);
    }

    /** What names the near cache's manager, where that is the default one: its puts go through the default resolver, too. */
    private CacheOperation ofDefaultResolver(CacheOperation operation) {
        return (operation instanceof CacheableOperation cacheable
                        && StringUtils.hasText(cacheable.getCacheManager())
                        && ours.test(cacheable)
                        && isDefault.getAsBoolean())
                ? copy(cacheable, "", cacheable.isSync())
                : operation;
    }

    private static CacheOperation copy(CacheableOperation operation, String cacheManager, boolean sync) {
        CacheableOperation.Builder builder = new CacheableOperation.Builder();
        builder.setName(operation.getName());
        builder.setCacheNames(operation.getCacheNames().toArray(String[]::new));
        builder.setKey(operation.getKey());
        builder.setKeyGenerator(operation.getKeyGenerator());
        builder.setCacheManager(cacheManager);
        builder.setCacheResolver(operation.getCacheResolver());
        builder.setCondition(operation.getCondition());
        builder.setUnless(requireNonNullElse(operation.getUnless(), ""));
        builder.setSync(sync);
        return builder.build();
    }
}
