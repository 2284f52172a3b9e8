/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.stream.Stream;

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
     * Looks at a class, those above it, their interfaces, and the annotations of all of them.
     *
     * @throws NotStorableException if one of them is a provider's
     */
    static void refuse(Class<?> type) {
        names(type)
                .filter(name -> PROVIDERS.stream().anyMatch(name::startsWith))
                .findFirst()
                .ifPresent(name -> {
                    throw new NotStorableException(
                            type.getName() + " is an entity, or else a persistence provider's, by " + name);
                });
    }

    private static Stream<String> names(Class<?> type) {
        Stream<AnnotatedElement> elements = Stream.of(
                        Stream.of(type), Stream.of(type.getDeclaredFields()), Stream.of(type.getDeclaredMethods()))
                .flatMap(each -> each);
        Stream<Class<?>> above =
                Stream.concat(Stream.ofNullable(type.getSuperclass()), Stream.of(type.getInterfaces()));
        return Stream.of(
                        Stream.of(type.getName()),
                        elements.flatMap(element -> Stream.of(element.getDeclaredAnnotations()))
                                .map(annotation -> annotation.annotationType().getName()),
                        above.filter(each -> each != Object.class).flatMap(SessionOwned::names))
                .flatMap(each -> each);
    }
}
