/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import tools.jackson.databind.JavaType;

/**
 * What a native image needs: the parameters of Spring's key for several arguments, which it does not show, the invalidation
 * log's documents as JSON, and the fields of what annotated methods return.
 */
final class CacheRuntimeHints implements BeanFactoryInitializationAotProcessor {

    private static final String BATCH = "dev.tuned.cache.invalidation.Batch";

    @Override
    public @Nullable BeanFactoryInitializationAotContribution processAheadOfTime(
            ConfigurableListableBeanFactory beans) {
        if (!beans.containsBeanDefinition(CacheEngine.BEAN)) {
            return null;
        }
        Set<Type> types = new LinkedHashSet<>();
        types.add(ClassUtils.resolveClassName(BATCH, beans.getBeanClassLoader()));
        new RegionTypes(new CacheProperties(), beans).declared().forEach(type -> add(type, types));
        return (context, code) -> {
            ReflectionHints hints = context.getRuntimeHints().reflection();
            Field params = ReflectionUtils.findField(SimpleKey.class, "params");
            if (params != null) {
                hints.registerField(params);
            }
            new BindingReflectionHintsRegistrar().registerReflectionHints(hints, types.toArray(Type[]::new));
        };
    }

    private static void add(JavaType type, Set<Type> types) {
        if (type.isArrayType() || type.isContainerType()) {
            JavaType content = type.getContentType();
            if (content != null) {
                add(content, types);
            }
        } else {
            types.add(type.getRawClass());
        }
        type.getBindings().getTypeParameters().forEach(parameter -> add(parameter, types));
    }
}
