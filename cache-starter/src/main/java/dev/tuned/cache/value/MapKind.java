/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * The maps that come back as they were, as {@link CollectionKind} has it for collections. A {@code LinkedHashMap} comes back
 * in the order of its entries, as one that keeps the order of insertion.
 *
 * @param name what documents call it
 * @param type the exact class
 * @param oneWhenEmpty whether all that are empty are one object
 * @param maker makes it of a map with its entries in their order
 */
@SuppressWarnings("JdkObsolete") // what applications have
record MapKind(String name, Class<?> type, boolean oneWhenEmpty, UnaryOperator<Map<Object, Object>> maker) {

    private static final Map<Class<?>, List<MapKind>> BY_CLASS = new HashMap<>();
    private static final Map<String, MapKind> BY_NAME = new HashMap<>();

    static {
        add("HashMap", HashMap.class, HashMap::new);
        add("LinkedHashMap", LinkedHashMap.class, entries -> entries);
        add("Hashtable", Hashtable.class, Hashtable::new);
        add("ConcurrentHashMap", ConcurrentHashMap.class, ConcurrentHashMap::new);
        add("EnumMap", EnumMap.class, MapKind::enumMap);
        CollectionKind.orders().keySet().forEach(order -> {
            add(
                    order + "TreeMap",
                    TreeMap.class,
                    entries -> filled(new TreeMap<>(CollectionKind.comparator(order)), entries));
            add(
                    order + "ConcurrentSkipListMap",
                    ConcurrentSkipListMap.class,
                    entries -> filled(new ConcurrentSkipListMap<>(CollectionKind.comparator(order)), entries));
        });
        for (Map<Object, Object> map : List.<Map<Object, Object>>of(Map.of(), Map.of(1, 1))) {
            register(new MapKind("Map.of", map.getClass(), true, Map::copyOf));
        }
        register(new MapKind("emptyMap", Collections.emptyMap().getClass(), true, MapKind::empty));
        add("singletonMap", Collections.singletonMap(1, 1).getClass(), MapKind::singleton);
    }

    private static void add(String name, Class<?> type, UnaryOperator<Map<Object, Object>> maker) {
        register(new MapKind(name, type, false, maker));
    }

    private static void register(MapKind kind) {
        BY_CLASS.computeIfAbsent(kind.type, type -> new ArrayList<>()).add(kind);
        BY_NAME.put(kind.name, kind);
    }

    private static Map<Object, Object> filled(Map<Object, Object> map, Map<Object, Object> entries) {
        map.putAll(entries);
        return map;
    }

    private static Map<Object, Object> empty(Map<Object, Object> entries) {
        if (!entries.isEmpty()) {
            throw new IllegalArgumentException("There are entries in an empty map");
        }
        return Collections.emptyMap();
    }

    private static Map<Object, Object> singleton(Map<Object, Object> entries) {
        if (entries.size() != 1) {
            throw new IllegalArgumentException("There is not one entry");
        }
        Map.Entry<Object, Object> entry = entries.entrySet().iterator().next();
        return Collections.singletonMap(entry.getKey(), entry.getValue());
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Map<Object, Object> enumMap(Map<Object, Object> entries) {
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("An empty map of constants does not say of which enum");
        }
        return new EnumMap(entries);
    }

    /**
     * The kind of a map; nothing of its keys and values is called.
     *
     * @throws NotStorableException if it is none of those that come back
     */
    static MapKind of(Map<?, ?> map) {
        List<MapKind> kinds = BY_CLASS.get(map.getClass());
        if (kinds == null) {
            throw new NotStorableException("A " + map.getClass().getName() + " would come back as another map");
        }
        if (kinds.size() == 1) {
            return kinds.get(0);
        }
        String order = CollectionKind.order(((SortedMap<?, ?>) map).comparator());
        return kinds.stream()
                .filter(kind -> kind.name.equals(order + kind.type.getSimpleName()))
                .findAny()
                .orElseThrow();
    }

    static MapKind named(String name) {
        @Nullable MapKind kind = BY_NAME.get(name);
        if (kind == null) {
            throw new IllegalArgumentException("There is no such map");
        }
        return kind;
    }

    /** Makes the map; one in which keys are equal that were not before is none. */
    Map<Object, Object> make(Map<Object, Object> entries) {
        Map<Object, Object> made = maker.apply(entries);
        if (made.size() != entries.size()) {
            throw new IllegalArgumentException("Keys of a map are equal that were not");
        }
        return made;
    }
}
