/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.annotated;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodIntrospector.MetadataLookup;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.JavaType;

/**
 * Finds which regions the methods of the application's beans use and which type they keep there. Looks at the beans'
 * types only and creates none of them.
 */
public final class DeclaredTypes {

    private static final Log log = LogFactory.getLog(DeclaredTypes.class);

    private final Map<String, Set<JavaType>> types = new ConcurrentHashMap<>();
    private final ConfigurableListableBeanFactory beans;
    private final ValueTypes valueTypes;
    private final NearCacheOperations ours;

    public DeclaredTypes(ConfigurableListableBeanFactory beans, ValueTypes valueTypes, NearCacheOperations ours) {
        this.beans = beans;
        this.valueTypes = valueTypes;
        this.ours = ours;
    }

    /** Looks again: a bean whose method only promises an interface shows its class once it exists. */
    public void scan() {
        List<CacheOperationSource> sources =
                List.of(beans.getBeanNamesForType(CacheOperationSource.class, true, false)).stream()
                        .map(name -> beans.getBean(name, CacheOperationSource.class))
                        .toList();
        if (sources.isEmpty()) {
            return;
        }
        for (String name : beans.getBeanDefinitionNames()) {
            try {
                Class<?> type = beanClass(name);
                if (type != null) {
                    sources.forEach(source -> scan(source, type));
                }
            } catch (RuntimeException | LinkageError ex) {
                log.debug("Bean '" + name + "' cannot be searched for cache operations", ex);
            }
        }
    }

    public Set<String> regions() {
        return types.keySet();
    }

    /** All types of all regions. */
    public Set<JavaType> all() {
        return types.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    }

    /** The one type that all methods of a region agree on, or {@code null}. */
    @Nullable
    public JavaType of(String region) {
        Set<JavaType> candidates = types.getOrDefault(region, Set.of());
        return (candidates.size() == 1) ? candidates.iterator().next() : null;
    }

    private @Nullable Class<?> beanClass(String name) {
        Object original =
                beans.getMergedBeanDefinition(name).getAttribute(AutoProxyUtils.ORIGINAL_TARGET_CLASS_ATTRIBUTE);
        Class<?> type = (original instanceof Class<?> target) ? target : beans.getType(name, false);
        return (type != null) ? ClassUtils.getUserClass(type) : null;
    }

    private void scan(CacheOperationSource source, Class<?> type) {
        if (!source.isCandidateClass(type)) {
            return;
        }
        MetadataLookup<Collection<CacheOperation>> lookup = method -> source.getCacheOperations(method, type);
        MethodIntrospector.selectMethods(type, lookup)
                .forEach((method, operations) -> operations.stream()
                        .filter(ours::test)
                        .forEach(operation -> add(operation, ResolvableType.forMethodReturnType(method, type))));
    }

    private void add(CacheOperation operation, ResolvableType returned) {
        for (String region : operation.getCacheNames()) {
            Set<JavaType> known = types.computeIfAbsent(region, name -> ConcurrentHashMap.newKeySet());
            if (!(operation instanceof CacheEvictOperation)) {
                JavaType value = valueTypes.returnedBy(returned);
                if (value != null) {
                    known.add(value);
                }
            }
        }
    }
}
