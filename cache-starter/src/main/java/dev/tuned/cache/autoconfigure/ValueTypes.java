/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.type.TypeFactory;

/** From what a method returns, or a property says, to the type of the values in a cache. */
final class ValueTypes {

    private final TypeFactory types;

    ValueTypes(@Nullable ClassLoader classLoader) {
        TypeFactory factory = TypeFactory.createDefaultInstance();
        this.types = (classLoader != null) ? factory.withClassLoader(classLoader) : factory;
    }

    /** What Spring's cache keeps of a result: without the Optional, future or publisher around it. */
    @Nullable
    JavaType returnedBy(ResolvableType type) {
        Class<?> raw = type.resolve(Object.class);
        if (raw == void.class || raw == Void.class) {
            return null;
        }
        if (raw == Optional.class || CompletableFuture.class.isAssignableFrom(raw)) {
            return returnedBy(type.as(raw == Optional.class ? Optional.class : CompletableFuture.class)
                    .getGeneric());
        }
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(raw);
        if (adapter != null) {
            JavaType element = returnedBy(type.getGeneric());
            return (adapter.isMultiValue() && element != null)
                    ? types.constructCollectionType(List.class, element)
                    : element;
        }
        return javaType(type);
    }

    /**
     * Reads a type from a property.
     *
     * @throws IllegalArgumentException if there is no such class
     */
    JavaType named(String canonicalName) {
        return types.constructFromCanonical(canonicalName);
    }

    private JavaType javaType(ResolvableType type) {
        if (type.isArray()) {
            return types.constructArrayType(javaType(type.getComponentType()));
        }
        Class<?> raw = ClassUtils.resolvePrimitiveIfNecessary(type.resolve(Object.class));
        JavaType[] arguments = Stream.of(type.getGenerics()).map(this::javaType).toArray(JavaType[]::new);
        return (arguments.length != 0) ? types.constructParametricType(raw, arguments) : types.constructType(raw);
    }
}
