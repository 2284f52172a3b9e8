/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.annotated;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import org.springframework.cache.Cache;
import org.springframework.cache.interceptor.CacheOperationInvocationContext;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.CacheableOperation;

import dev.tuned.cache.manager.CacheableView;
import dev.tuned.cache.manager.RegionCache;

/**
 * Gives each invocation of a {@code @Cacheable} method without {@code sync} its own {@link CacheableView} of the near
 * cache's regions, so that what it puts is known to be a load. Every other operation, and every other cache, is left as it is.
 * Spring asks once per invocation and operation. Thread-safe.
 */
public final class CacheableResolver implements CacheResolver {

    private final CacheResolver resolver;

    /**
     * Decorates a resolver.
     *
     * @param resolver finds the caches of an operation
     */
    public CacheableResolver(CacheResolver resolver) {
        this.resolver = resolver;
    }

    /** What finds the caches. */
    public CacheResolver resolver() {
        return resolver;
    }

    @Override
    public Collection<? extends Cache> resolveCaches(CacheOperationInvocationContext<?> context) {
        Collection<? extends Cache> caches = resolver.resolveCaches(context);
        if (!(context.getOperation() instanceof CacheableOperation operation) || operation.isSync()) {
            return caches;
        }
        List<Cache> views = new ArrayList<>(caches.size());
        for (Cache cache : caches) {
            views.add((cache instanceof RegionCache region) ? new CacheableView(region) : cache);
        }
        return views;
    }
}
