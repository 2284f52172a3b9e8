/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.CaffeineSpec;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizer;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.cache.CacheManager;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

import dev.tuned.cache.NearCacheManager;

/**
 * Who has the application's caches: the near cache where Spring Boot would have made simple ones, in a map or in Caffeine,
 * and the application configures nothing of them, or where {@code tuned.cache.enabled=true} is set; else another.
 *
 * @param isNearCache whether the near cache has them
 * @param other who else has them and why, for a log line; nothing where none has
 */
record CacheManagerChoice(boolean isNearCache, Optional<String> other) {

    private static final String BOOT = "org.springframework.boot.cache.autoconfigure.";

    private static final CacheManagerChoice NEAR_CACHE = new CacheManagerChoice(true, Optional.empty());
    private static final CacheManagerChoice NONE = new CacheManagerChoice(false, Optional.empty());

    static CacheManagerChoice of(ConfigurableListableBeanFactory beans, Environment environment) {
        boolean requested = environment.containsProperty("tuned.cache.enabled");
        if (beans.containsBean("cacheResolver")) {
            return another("the application's own CacheResolver");
        }
        String[] managers = beans.getBeanNamesForType(CacheManager.class, true, false);
        if (managers.length == 0) {
            String[] all = BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, CacheManager.class, true, false);
            return (requested && all.length == 0) ? NEAR_CACHE : NONE;
        }
        String choice = (managers.length == 1) ? choiceOfBoot(beans, managers[0]) : "";
        if (choice.isEmpty()) {
            return another("the application's own CacheManager: " + String.join(", ", managers));
        }
        Optional<String> configured = configured(beans, environment);
        if (configured.isPresent()) {
            return another(choice + ", since " + configured.get());
        }
        return (requested || choice.equals("Caffeine") || choice.equals("Simple"))
                ? NEAR_CACHE
                : another(choice + ", which Spring Boot chose; set tuned.cache.enabled=true to replace it");
    }

    private static CacheManagerChoice another(String owner) {
        return new CacheManagerChoice(false, Optional.of(owner));
    }

    /** The provider that Spring Boot chose, such as {@code Redis}; empty if the manager is none of Spring Boot's. */
    private static String choiceOfBoot(ConfigurableListableBeanFactory beans, String manager) {
        if (!beans.containsBeanDefinition(manager)) {
            return "";
        }
        BeanDefinition definition = beans.getBeanDefinition(manager);
        String factory = String.valueOf(definition.getFactoryBeanName());
        return factory.startsWith(BOOT) ? ClassUtils.getShortName(factory).replace("CacheConfiguration", "") : "";
    }

    /** What the application says of caches that are not ours. */
    private static Optional<String> configured(ConfigurableListableBeanFactory beans, Environment environment) {
        Map<String, Object> properties = Binder.get(environment)
                .bind("spring.cache", Bindable.mapOf(String.class, Object.class))
                .orElse(Map.of());
        if (!properties.isEmpty()) {
            return Optional.of("spring.cache." + properties.keySet().iterator().next() + " is set");
        }
        Stream<String> own = Stream.of(Caffeine.class, CaffeineSpec.class, CacheLoader.class)
                .flatMap(type -> Stream.of(beans.getBeanNamesForType(type, true, false)));
        Stream<String> customizers = Stream.of(beans.getBeanNamesForType(CacheManagerCustomizer.class, true, false))
                .filter(name -> !customizesAny(beans, name));
        return Stream.concat(own, customizers).findFirst().map(name -> "there is a bean '" + name + "'");
    }

    /** Whether a customizer is for every cache manager, ours among them. */
    private static boolean customizesAny(ConfigurableListableBeanFactory beans, String name) {
        return Stream.of(NearCacheManager.class, CacheManager.class)
                .map(type -> ResolvableType.forClassWithGenerics(CacheManagerCustomizer.class, type))
                .anyMatch(customizer -> beans.isTypeMatch(name, customizer));
    }
}
