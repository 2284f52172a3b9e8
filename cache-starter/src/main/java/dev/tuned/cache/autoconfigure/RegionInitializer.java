/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.Set;
import java.util.function.Supplier;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CacheResolver;

import dev.tuned.cache.autoconfigure.annotated.LoadAwareResolver;
import dev.tuned.cache.autoconfigure.annotated.SingleFlightOperationSource;
import dev.tuned.cache.manager.TunedCacheManager;

/**
 * Creates the known regions when all beans are there, if there is L2, and puts single flight into Spring's cache interceptor.
 * Does nothing where another has taken the place of the bean {@code cacheManager}.
 */
final class RegionInitializer implements SmartInitializingSingleton {

    private final CacheEngine engine;
    private final Supplier<Set<String>> regions;
    private final BeanFactory beans;
    private final ObjectProvider<CacheAspectSupport> aspects;

    /**
     * Creates it.
     *
     * @param regions the names of the regions that are known at the start
     */
    RegionInitializer(
            CacheEngine engine,
            Supplier<Set<String>> regions,
            BeanFactory beans,
            ObjectProvider<CacheAspectSupport> aspects) {
        this.engine = engine;
        this.regions = regions;
        this.beans = beans;
        this.aspects = aspects;
    }

    @Override
    public void afterSingletonsInstantiated() {
        // With lazy beans it may not exist yet.
        var unused = beans.getBean(CacheManagerRegistrar.CACHE_MANAGER);
        TunedCacheManager manager = engine.ifUsed();
        if (manager == null) {
            return;
        }
        if (manager.storeState() != null) {
            regions.get().forEach(manager::getCache);
        }
        for (CacheAspectSupport aspect : aspects) {
            share(aspect, manager);
        }
    }

    /** Before this the interceptor caches nothing, so no call has seen the undecorated source. */
    private void share(CacheAspectSupport aspect, TunedCacheManager manager) {
        // Else it finds its caches after this.
        aspect.afterSingletonsInstantiated();
        CacheOperationSource source = aspect.getCacheOperationSource();
        CacheResolver resolver = aspect.getCacheResolver();
        if (source != null && resolver != null) {
            LoadAwareResolver loads = new LoadAwareResolver(resolver);
            aspect.setCacheOperationSource(new SingleFlightOperationSource(source, loads, manager, beans));
            aspect.setCacheResolver(loads);
        }
    }
}
