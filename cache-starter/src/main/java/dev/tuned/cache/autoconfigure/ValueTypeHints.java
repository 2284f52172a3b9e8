/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import tools.jackson.databind.JavaType;

import dev.tuned.cache.autoconfigure.annotated.DeclaredTypes;

/** Lets a native image write and read the values of annotated methods as JSON. */
final class ValueTypeHints implements BeanFactoryInitializationAotProcessor {

    private final BindingReflectionHintsRegistrar registrar = new BindingReflectionHintsRegistrar();

    @Override
    public @Nullable BeanFactoryInitializationAotContribution processAheadOfTime(
            ConfigurableListableBeanFactory beans) {
        if (!beans.containsBeanDefinition(CacheEngine.BEAN)) {
            return null;
        }
        DeclaredTypes declared = new DeclaredTypes(beans, CacheManagerRegistrar.CACHE_MANAGER);
        declared.scan();
        Set<Type> classes = new LinkedHashSet<>();
        declared.all().forEach(type -> add(type, classes));
        return (context, code) ->
                registrar.registerReflectionHints(context.getRuntimeHints().reflection(), classes.toArray(Type[]::new));
    }

    private static void add(JavaType type, Set<Type> classes) {
        if (type.isArrayType() || type.isContainerType()) {
            JavaType content = type.getContentType();
            if (content != null) {
                add(content, classes);
            }
        } else {
            classes.add(type.getRawClass());
        }
        type.getBindings().getTypeParameters().forEach(parameter -> add(parameter, classes));
    }
}
