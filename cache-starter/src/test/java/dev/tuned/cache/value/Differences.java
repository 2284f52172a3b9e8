/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

import org.jspecify.annotations.Nullable;

/**
 * Compares two values by all that can be seen of them: the class of everything, every field of what is not the JDK's, and of
 * collections the elements, their order where there is one, the comparator, and whether they can be changed.
 */
public final class Differences {

    private final IdentityHashMap<Object, Object> compared = new IdentityHashMap<>();
    private final List<String> found = new ArrayList<>();

    private Differences() {}

    /** All differences; empty if there are none. */
    public static List<String> between(@Nullable Object before, @Nullable Object after) {
        Differences differences = new Differences();
        differences.compare("", before, after);
        return differences.found;
    }

    private void compare(String path, @Nullable Object before, @Nullable Object after) {
        if (before == after) {
            return;
        }
        if (before == null || after == null || before.getClass() != after.getClass()) {
            found.add(path + ": " + describe(before) + " came back as " + describe(after));
            return;
        }
        if (compared.put(before, after) != null) {
            return;
        }
        if (before.getClass().isArray()) {
            array(path, before, after);
        } else if (before instanceof Optional<?> optional) {
            compare(path + ".get", optional.orElse(null), ((Optional<?>) after).orElse(null));
        } else if (isOfJdk(before.getClass()) && before instanceof Collection<?> collection) {
            collection(path, collection, (Collection<?>) after);
        } else if (isOfJdk(before.getClass()) && before instanceof Map<?, ?> map) {
            map(path, map, (Map<?, ?>) after);
        } else if (isOfJdk(before.getClass())) {
            if (!before.equals(after) || !before.toString().equals(after.toString())) {
                found.add(path + ": " + before + " came back as " + after);
            }
        } else {
            fields(path, before, after);
        }
    }

    private static boolean isOfJdk(Class<?> type) {
        String module = type.getModule().getName();
        return module != null && module.startsWith("java.");
    }

    private void array(String path, Object before, Object after) {
        if (Array.getLength(before) != Array.getLength(after)) {
            found.add(path + ": another length");
            return;
        }
        for (int i = 0; i < Array.getLength(before); i++) {
            compare(path + "[" + i + "]", Array.get(before, i), Array.get(after, i));
        }
    }

    private void collection(String path, Collection<?> before, Collection<?> after) {
        if (before.size() != after.size()) {
            found.add(path + ": another size");
            return;
        }
        if (before instanceof SortedSet<?> set && set.comparator() != ((SortedSet<?>) after).comparator()) {
            found.add(path + ": another comparator");
        }
        if (isImmutableSet(before)) {
            compareUnordered(path, before, after);
            return;
        }
        List<?> others = new ArrayList<>(after);
        int index = 0;
        for (Object each : before) {
            compare(path + "[" + index + "]", each, others.get(index++));
        }
        if (before instanceof List<?> && takesNull(before) != takesNull(after)) {
            found.add(path + ": can be asked for null or not");
        }
    }

    private static boolean isImmutableSet(Collection<?> collection) {
        return collection instanceof Set<?>
                && collection.getClass().getName().startsWith("java.util.ImmutableCollections");
    }

    private static boolean takesNull(Collection<?> collection) {
        try {
            return collection.contains(null) || true;
        } catch (NullPointerException ex) {
            return false;
        }
    }

    /** Each element has one that is the same, wherever it stands. */
    private void compareUnordered(String path, Collection<?> before, Collection<?> after) {
        List<Object> others = new ArrayList<>(after);
        for (Object each : before) {
            boolean same = others.stream()
                    .filter(other -> between(each, other).isEmpty())
                    .findFirst()
                    .map(others::remove)
                    .isPresent();
            if (!same) {
                found.add(path + ": " + describe(each) + " is missing");
            }
        }
    }

    private void map(String path, Map<?, ?> before, Map<?, ?> after) {
        if (before.size() != after.size()) {
            found.add(path + ": another size");
            return;
        }
        if (before instanceof SortedMap<?, ?> map && map.comparator() != ((SortedMap<?, ?>) after).comparator()) {
            found.add(path + ": another comparator");
        }
        boolean ordered = !before.getClass().getName().startsWith("java.util.ImmutableCollections");
        if (ordered) {
            collection(path + ".keys", new ArrayList<>(before.keySet()), new ArrayList<>(after.keySet()));
        }
        for (Map.Entry<?, ?> entry : before.entrySet()) {
            Object other = after.entrySet().stream()
                    .filter(each -> between(entry.getKey(), each.getKey()).isEmpty())
                    .findFirst()
                    .map(each -> Objects.requireNonNullElse((Object) each.getValue(), Optional.empty()))
                    .orElse(null);
            Object value = Objects.requireNonNullElse((Object) entry.getValue(), Optional.empty());
            compare(path + "{" + entry.getKey() + "}", value, other);
        }
    }

    private void fields(String path, Object before, Object after) {
        if (before instanceof Enum<?>) {
            found.add(path + ": another constant");
            return;
        }
        for (Class<?> type = before.getClass(); type != null && !isOfJdk(type); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    try {
                        compare(path + "." + field.getName(), field.get(before), field.get(after));
                    } catch (IllegalAccessException ex) {
                        throw new IllegalStateException(ex);
                    }
                }
            }
        }
    }

    private static String describe(@Nullable Object value) {
        return (value != null) ? value.getClass().getName() : "null";
    }
}
