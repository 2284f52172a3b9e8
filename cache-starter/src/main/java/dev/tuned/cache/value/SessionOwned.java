/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.List;

/**
 * Knows by names what belongs to a persistence provider's session or mapping: to read such an object may load others, on a
 * thread on which it must not happen. Nothing of an object is asked, only of its class.
 */
final class SessionOwned {

    private static final List<String> PROVIDERS = List.of(
            "jakarta.persistence.",
            "javax.persistence.",
            "org.hibernate.",
            "org.springframework.data.",
            "org.eclipse.persistence.",
            "org.apache.openjpa.",
            "org.datanucleus.",
            "io.ebean.");

    private SessionOwned() {}

    /**
     * Looks at a class, those above it, and its interfaces.
     *
     * @throws NotStorableException if one of them is a provider's or is annotated by one
     */
    static void refuse(Class<?> type) {
        refuse(type, type);
    }

    private static void refuse(Class<?> origin, Class<?> type) {
        if (isProviders(type.getName())) {
            throw new NotStorableException(
                    origin.getName() + " belongs to a persistence provider: it is a " + type.getName());
        }
        refuse(origin, (AnnotatedElement) type);
        for (AnnotatedElement field : type.getDeclaredFields()) {
            refuse(origin, field);
        }
        for (AnnotatedElement method : type.getDeclaredMethods()) {
            refuse(origin, method);
        }
        Class<?> superclass = type.getSuperclass();
        if (superclass != null && superclass != Object.class) {
            refuse(origin, superclass);
        }
        for (Class<?> each : type.getInterfaces()) {
            refuse(origin, each);
        }
    }

    private static void refuse(Class<?> origin, AnnotatedElement element) {
        for (Annotation annotation : element.getDeclaredAnnotations()) {
            String name = annotation.annotationType().getName();
            if (isProviders(name)) {
                throw new NotStorableException(origin.getName() + " is an entity, by @" + name + " on " + element);
            }
        }
    }

    private static boolean isProviders(String name) {
        return PROVIDERS.stream().anyMatch(name::startsWith);
    }
}
