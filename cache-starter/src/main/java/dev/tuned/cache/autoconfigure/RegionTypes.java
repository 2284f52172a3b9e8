/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.cache.config.CacheManagementConfigUtils;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheInterceptor;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodIntrospector.MetadataLookup;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;
import tools.jackson.databind.JavaType;

/**
 * The regions known at start-up and the type of their values: the one a property names, else what the methods of the
 * application's beans keep there. Looks at the beans' types only and creates none of them.
 */
final class RegionTypes {

    private static final Log log = LogFactory.getLog(RegionTypes.class);

    private final Map<String, JavaType> named = new HashMap<>();
    private final Map<String, Set<JavaType>> declared = new ConcurrentHashMap<>();
    private final Set<String> configured;
    private final ConfigurableListableBeanFactory beans;
    private final ValueTypes valueTypes;
    private volatile boolean scanned;

    RegionTypes(CacheProperties properties, ConfigurableListableBeanFactory beans) {
        this.beans = beans;
        this.valueTypes = new ValueTypes(beans.getBeanClassLoader());
        this.configured = properties.getRegions().keySet();
        properties.getRegions().forEach((region, settings) -> {
            String type = settings.getValueType();
            if (type != null) {
                named.put(region, named(region, type));
            }
        });
    }

    private JavaType named(String region, String type) {
        try {
            return valueTypes.named(type);
        } catch (IllegalArgumentException ex) {
            throw new InvalidConfigurationPropertyValueException(
                    CacheProperties.prefix(region) + "value-type",
                    type,
                    "there is no such type on the class path; write the full name of a class, with its type arguments if it "
                            + "has any, like java.util.List<com.acme.Product>");
        }
    }

    /**
     * Looks at all beans. Best when they exist: a bean whose method only promises an interface then shows its class, and
     * most beans show that Spring has found no cache operation on them.
     */
    private void scan() {
        List<CacheOperationSource> sources =
                List.of(beans.getBeanNamesForType(CacheOperationSource.class, true, false)).stream()
                        .map(name -> beans.getBean(name, CacheOperationSource.class))
                        .toList();
        if (sources.isEmpty()) {
            return;
        }
        boolean proxies = beans.containsBeanDefinition(CacheManagementConfigUtils.CACHE_ADVISOR_BEAN_NAME)
                || beans.getBeanNamesForType(CacheInterceptor.class, true, false).length != 0;
        for (String name : beans.getBeanDefinitionNames()) {
            try {
                Class<?> type = (proxies && runsWithoutCaching(name)) ? null : beanClass(name);
                if (type != null) {
                    sources.forEach(source -> scan(source, type));
                }
            } catch (RuntimeException | LinkageError ex) {
                log.debug("Bean '" + name + "' cannot be searched for cache operations", ex);
            }
        }
        scanned = true;
    }

    /** The regions in properties and those that beans use, as far as the beans show it by now. */
    Set<String> regions() {
        scan();
        Set<String> regions = new HashSet<>(configured);
        regions.addAll(declared.keySet());
        return regions;
    }

    /** All types that methods declare, of all regions. */
    Set<JavaType> declared() {
        scan();
        return declared.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    }

    /** The one type that a property names or all methods agree on; during the start as far as it shows by then. */
    @Nullable
    JavaType type(String region) {
        JavaType type = named.get(region);
        if (type != null) {
            return type;
        }
        if (!scanned) {
            scan();
        }
        Set<JavaType> candidates = declared.getOrDefault(region, Set.of());
        return (candidates.size() == 1) ? candidates.iterator().next() : null;
    }

    /** Whether a bean exists and Spring put no cache interceptor in front of it. To search its methods costs much more. */
    private boolean runsWithoutCaching(String name) {
        Object bean = beans.containsSingleton(name) ? beans.getSingleton(name) : null;
        if (bean instanceof Advised proxy) {
            return Arrays.stream(proxy.getAdvisors())
                    .noneMatch(advisor -> advisor.getAdvice() instanceof CacheAspectSupport);
        }
        return bean != null && !(bean instanceof FactoryBean) && !(bean instanceof SpringProxy);
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
                        .filter(RegionTypes::isOurs)
                        .forEach(operation -> add(operation, ResolvableType.forMethodReturnType(method, type))));
    }

    /** Whether it names no other cache manager or resolver. */
    private static boolean isOurs(CacheOperation operation) {
        String manager = operation.getCacheManager();
        return !StringUtils.hasText(operation.getCacheResolver())
                && (!StringUtils.hasText(manager) || manager.equals(CacheManagerRegistrar.CACHE_MANAGER));
    }

    private void add(CacheOperation operation, ResolvableType returned) {
        for (String region : operation.getCacheNames()) {
            Set<JavaType> known = declared.computeIfAbsent(region, name -> ConcurrentHashMap.newKeySet());
            if (!(operation instanceof CacheEvictOperation)) {
                JavaType value = valueTypes.returnedBy(returned);
                if (value != null) {
                    known.add(value);
                }
            }
        }
    }
}
