/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.Optional;
import java.util.Set;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

import dev.tuned.cache.NearCacheManager;

/**
 * Puts the near cache in the place of the cache manager that Spring Boot has chosen, if nothing speaks against it. Boot
 * chooses first, so that which provider it would take is decided in one place.
 */
final class CacheManagerRegistrar implements ImportBeanDefinitionRegistrar {

    static final String CACHE_MANAGER = "cacheManager";

    private final Environment environment;
    private final ConfigurableListableBeanFactory beans;

    CacheManagerRegistrar(Environment environment, BeanFactory beans) {
        this.environment = environment;
        this.beans = (ConfigurableListableBeanFactory) beans;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        UnknownProperties.report(environment);
        if (isParents()) {
            registry.registerBeanDefinition(
                    "tunedCacheRegionStarter",
                    BeanDefinitionBuilder.rootBeanDefinition(CacheManagerRegistrar.class, "ofParent")
                            .setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR)
                            .getBeanDefinition());
            return;
        }
        CacheManagerChoice choice = CacheManagerChoice.of(beans, environment);
        Optional<String> other = choice.other();
        if (choice.isNearCache()) {
            if (registry.containsBeanDefinition(CACHE_MANAGER)) {
                registry.removeBeanDefinition(CACHE_MANAGER);
            }
            registry.registerBeanDefinition(
                    CACHE_MANAGER,
                    BeanDefinitionBuilder.rootBeanDefinition(CacheEngine.class, "cacheManager")
                            .setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR)
                            .getBeanDefinition());
            beans.registerResolvableDependency(NearCacheManager.class, new InjectedNearCacheManager(beans));
            registry.registerBeanDefinition(
                    RemoteLocation.BEAN,
                    new RootBeanDefinition(RemoteLocation.class, AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR, false));
        } else if (other.isPresent()) {
            UncachedNearCacheManager.register(beans);
            registry.registerBeanDefinition(
                    "tunedCacheNotUsed",
                    BeanDefinitionBuilder.rootBeanDefinition(NotUsedReport.class)
                            .addConstructorArgValue(other.get())
                            .getBeanDefinition());
        }
    }

    /** Whether a parent context has the near cache, which this context's methods share: a second one would miss its evictions. */
    private boolean isParents() {
        return beans.getParentBeanFactory() != null
                && beans.getParentBeanFactory().containsBean(CacheEngine.BEAN)
                && beans.getBeanNamesForType(CacheManager.class, true, false).length == 0;
    }

    /** Lets the methods of a child context load as those of its parent do. */
    static RegionInitializer ofParent(
            CacheEngine tunedCacheEngine, BeanFactory beans, ObjectProvider<CacheAspectSupport> aspects) {
        return new RegionInitializer(tunedCacheEngine, Set::of, beans, aspects);
    }
}
