/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.cache.interceptor.AbstractCacheResolver;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheOperationSource;

import dev.tuned.cache.autoconfigure.annotated.NearCacheOperations;
import dev.tuned.cache.autoconfigure.annotated.SingleFlightOperationSource;
import dev.tuned.cache.manager.TunedCacheManager;

/**
 * Creates the known regions when all beans are there, if there is L2, and puts single flight into Spring's cache interceptor.
 */
final class RegionInitializer implements SmartInitializingSingleton {

    private final TunedCacheManager manager;
    private final RegionTypes types;
    private final NearCacheOperations ours;
    private final ObjectProvider<CacheAspectSupport> aspects;

    RegionInitializer(
            TunedCacheManager manager,
            RegionTypes types,
            NearCacheOperations ours,
            ObjectProvider<CacheAspectSupport> aspects) {
        this.manager = manager;
        this.types = types;
        this.ours = ours;
        this.aspects = aspects;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (manager.storeState() != null) {
            types.regions().forEach(manager::getCache);
        }
        for (CacheAspectSupport aspect : aspects) {
            share(aspect);
        }
    }

    /** Before this the interceptor caches nothing, so no call has seen the undecorated source. */
    private void share(CacheAspectSupport aspect) {
        CacheOperationSource source = aspect.getCacheOperationSource();
        if (source != null) {
            aspect.setCacheOperationSource(new SingleFlightOperationSource(source, ours, () -> usesOurs(aspect)));
        }
    }

    private boolean usesOurs(CacheAspectSupport aspect) {
        return aspect.getCacheResolver() instanceof AbstractCacheResolver resolver
                && resolver.getCacheManager() == manager;
    }
}
