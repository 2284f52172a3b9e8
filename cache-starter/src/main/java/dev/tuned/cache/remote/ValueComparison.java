/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

import org.jspecify.annotations.Nullable;

/**
 * Compares a value with what came back from its document: by {@code equals} where its class overrides that, else field by
 * field, recursively. Collections are equal if they are of the same kind and their elements are. For one comparison.
 */
final class ValueComparison {

    /** Pairs that are being compared: where a value refers to itself, its copy has to as well. */
    private record Pair(Object before, Object after) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Pair pair && pair.before == before && pair.after == after;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(before) * 31 + System.identityHashCode(after);
        }
    }

    private final Set<Pair> compared = new LinkedHashSet<>();

    private ValueComparison() {}

    /** The first difference, by the type and field where it is; {@code null} if there is none. */
    static @Nullable String difference(@Nullable Object before, @Nullable Object after) {
        String root = (before != null) ? before.getClass().getName() : "null";
        return new ValueComparison().compare(root, before, after);
    }

    private @Nullable String compare(String path, @Nullable Object before, @Nullable Object after) {
        if (before == after) {
            return null;
        }
        if (before == null || after == null) {
            return differs(path, before, after);
        }
        if (!compared.add(new Pair(before, after))) {
            return null;
        }
        if (before instanceof List<?> list && after instanceof List<?> other) {
            return elements(path, list, other);
        }
        if (before instanceof URL url && after instanceof URL other) {
            // Its equals asks the network for the addresses of both hosts.
            return url.toExternalForm().equals(other.toExternalForm()) ? null : differs(path, before, after);
        }
        if (before instanceof Set<?> set && after instanceof Set<?> other) {
            return isOrdered(set) || !set.equals(other) ? ordered(path, set, other) : null;
        }
        if (before instanceof Map<?, ?> map && after instanceof Map<?, ?> other) {
            return entries(path, map, other);
        }
        if (before.getClass() != after.getClass()) {
            return differs(path, before, after);
        }
        if (before instanceof Optional<?> optional && after instanceof Optional<?> other) {
            return compare(path, optional.orElse(null), other.orElse(null));
        }
        if (before.getClass().isArray()) {
            return array(path, before, after);
        }
        if (before instanceof Collection<?> collection && after instanceof Collection<?> other) {
            return elements(path, collection, other);
        }
        if (overridesEquals(before.getClass())) {
            // A record is equal by its components, which may have no equals of their own.
            return before.equals(after)
                    ? null
                    : before instanceof Record ? fields(before, after) : differs(path, before, after);
        }
        return fields(before, after);
    }

    private static boolean isOrdered(Set<?> set) {
        return set instanceof LinkedHashSet || set instanceof SortedSet;
    }

    private @Nullable String ordered(String path, Set<?> before, Set<?> after) {
        return Objects.equals(comparator(before), comparator(after))
                ? elements(path, before, after)
                : path + " comes back in another order";
    }

    /** What sorts a collection; {@code null} for the elements' own order, and where nothing sorts it. */
    private static @Nullable Object comparator(Object collection) {
        return collection instanceof SortedSet<?> set
                ? set.comparator()
                : collection instanceof SortedMap<?, ?> map ? map.comparator() : null;
    }

    private @Nullable String elements(String path, Collection<?> before, Collection<?> after) {
        if (before.size() != after.size()) {
            return differs(path, before, after);
        }
        Iterator<?> others = after.iterator();
        for (Object element : before) {
            String difference = compare(path + "[]", element, others.next());
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private @Nullable String entries(String path, Map<?, ?> before, Map<?, ?> after) {
        boolean ordered = before instanceof LinkedHashMap || before instanceof SortedMap;
        if (before.size() != after.size()
                || !Objects.equals(comparator(before), comparator(after))
                || !before.keySet().equals(after.keySet())
                || (ordered && elements(path, before.keySet(), after.keySet()) != null)) {
            return differs(path + " (keys)", before, after);
        }
        for (Map.Entry<?, ?> entry : before.entrySet()) {
            String difference = compare(path + "{}", entry.getValue(), after.get(entry.getKey()));
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private @Nullable String array(String path, Object before, Object after) {
        int length = Array.getLength(before);
        if (length != Array.getLength(after)) {
            return differs(path, before, after);
        }
        for (int i = 0; i < length; i++) {
            String difference = compare(path + "[]", Array.get(before, i), Array.get(after, i));
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private static boolean overridesEquals(Class<?> type) {
        try {
            return type.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException ex) {
            throw new IllegalStateException("Every class has equals", ex);
        }
    }

    private @Nullable String fields(Object before, Object after) {
        for (Class<?> type = before.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                    String path = type.getName() + "." + field.getName();
                    String difference = field(path, field, before, after);
                    if (difference != null) {
                        return difference;
                    }
                }
            }
        }
        return null;
    }

    private @Nullable String field(String path, Field field, Object before, Object after) {
        try {
            field.setAccessible(true);
            return compare(path, field.get(before), field.get(after));
        } catch (InaccessibleObjectException | IllegalAccessException ex) {
            return path + " cannot be compared";
        }
    }

    private static String differs(String path, @Nullable Object before, @Nullable Object after) {
        return (before != null && after != null && before.getClass() != after.getClass())
                ? path + " comes back as a " + after.getClass().getName() + " and not a "
                        + before.getClass().getName()
                : path + " comes back with another value";
    }
}
