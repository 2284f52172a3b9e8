/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.lang.reflect.Array;
import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The arrays, collections, maps and optionals that come back as they were: exact classes of the JDK, which can be made again
 * from their elements in their order; of a map, key and value by turns. Not among them are views and wrappers, which do not
 * show what they are made of. {@code Set.of} and {@code Map.of} have another order in each process, and so has a hash table
 * whose keys have other hash codes there.
 *
 * @param name what documents call it
 * @param oneWhenEmpty whether all that are empty are one object
 * @param maker makes it of its elements and the form of the whole
 */
@SuppressWarnings({"unchecked", "rawtypes", "NullAway", "JdkObsolete"}) // of any elements; what applications have
record ContainerKind(String name, boolean oneWhenEmpty, BiFunction<List<Object>, ContainerShape, Object> maker) {

    private static final Map<Kind, ContainerKind> BY_KIND = new HashMap<>();
    private static final Map<String, ContainerKind> BY_NAME = new HashMap<>();

    /** A hash table may be this many times twice as large as its elements need, which is seen by its order. */
    private static final int MAX_DOUBLINGS = 4;

    private static final List<@Nullable Comparator<?>> ORDERS =
            Arrays.asList(null, Comparator.reverseOrder(), Comparator.naturalOrder(), String.CASE_INSENSITIVE_ORDER);

    /**
     * What tells apart what comes back in another way.
     *
     * @param order of what is sorted the index in {@link #ORDERS}, of a list whether it can be asked for null
     */
    private record Kind(Class<?> type, @Nullable Class<?> iterator, int order) {}

    static {
        filled("", ArrayList::new);
        filled("", LinkedList::new);
        filled("", ArrayDeque::new);
        filled("", CopyOnWriteArrayList::new);
        filled("", LinkedHashSet::new);
        filled("", LinkedHashMap::new);
        hashed(HashSet::new);
        hashed(HashMap::new);
        hashed(slots -> new ConcurrentHashMap<>(slots * 3 / 4 - 1));
        for (Comparator<?> order : ORDERS) {
            filled(ORDERS.indexOf(order) + " ", () -> new TreeSet<>((Comparator<Object>) order));
            filled(ORDERS.indexOf(order) + " ", () -> new TreeMap<>((Comparator<Object>) order));
        }
        add("asList", Arrays.asList(), false, all -> Arrays.asList(all.toArray()));
        add("singletonList", Collections.singletonList(1), false, all -> Collections.singletonList(all.get(0)));
        add("singleton", Collections.singleton(1), false, all -> Collections.singleton(all.get(0)));
        add(
                "singletonMap",
                Collections.singletonMap(1, 1),
                false,
                all -> Collections.singletonMap(all.get(0), all.get(1)));
        add("emptyList", Collections.emptyList(), true, all -> Collections.emptyList());
        add("emptySet", Collections.emptySet(), true, all -> Collections.emptySet());
        add("emptyMap", Collections.emptyMap(), true, all -> Collections.emptyMap());
        add("Optional", Optional.empty(), true, all -> all.stream().findFirst());
        add("toList", Stream.empty().toList(), true, all -> all.stream().toList());
        for (Object list : List.of(List.of(), List.of(1))) {
            add("List.of", list, true, all -> List.copyOf(all));
        }
        for (Object set : List.of(Set.of(), Set.of(1))) {
            add("Set.of", set, true, all -> Set.of(all.toArray()));
        }
        for (Object map : List.of(Map.of(), Map.of(1, 1))) {
            add("Map.of", map, true, all -> Map.copyOf(fill(new LinkedHashMap<>(), all)));
        }
        Class constants = Thread.State.class;
        add("EnumSet", EnumSet.noneOf(constants), false, (all, shape) -> fill(EnumSet.noneOf(shape.constants()), all));
        add("EnumMap", new EnumMap(constants), false, (all, shape) -> fill(new EnumMap(shape.constants()), all));
        add("array", new Object[0], true, ContainerKind::array);
    }

    private static void filled(String order, Supplier<Object> empty) {
        Object sample = empty.get();
        add(order + sample.getClass().getSimpleName(), sample, false, all -> fill(empty.get(), all));
    }

    private static void hashed(IntFunction<Object> empty) {
        Object sample = empty.apply(16);
        add(sample.getClass().getSimpleName(), sample, false, (all, shape) -> {
            int slots = 16;
            while (slots / 4 * 3 < ((sample instanceof Map) ? all.size() / 2 : all.size())) {
                slots *= 2;
            }
            Object smallest = fill(empty.apply(slots), all);
            Object made = smallest;
            for (int i = 0; !isInOrder(made, all); i++) {
                if (i == MAX_DOUBLINGS || shape.isOfEnum()) {
                    return smallest;
                }
                slots *= 2;
                made = fill(empty.apply(slots), all);
            }
            return made;
        });
    }

    private static void add(String name, Object sample, boolean oneWhenEmpty, Function<List<Object>, Object> maker) {
        add(name, sample, oneWhenEmpty, (all, shape) -> maker.apply(all));
    }

    private static void add(
            String name, Object sample, boolean oneWhenEmpty, BiFunction<List<Object>, ContainerShape, Object> maker) {
        ContainerKind kind = new ContainerKind(name, oneWhenEmpty, maker);
        BY_KIND.put(kind(sample), kind);
        BY_NAME.put(name, kind);
    }

    /** Asks exact classes of the JDK alone. A part of a {@code TreeSet} is one, too, whose iterator is another. */
    private static Kind kind(Object value) {
        Class<?> type = value.getClass();
        if (type == TreeSet.class) {
            TreeSet<?> set = (TreeSet<?>) value;
            return new Kind(type, set.iterator().getClass(), order(set.comparator()));
        }
        if (type == TreeMap.class) {
            return new Kind(type, null, order(((TreeMap<?, ?>) value).comparator()));
        }
        if (type == List.of().getClass()) {
            return new Kind(type, null, allowsNull((List<?>) value) ? 1 : 0);
        }
        return new Kind((value instanceof EnumSet) ? EnumSet.class : type.isArray() ? Object[].class : type, null, 0);
    }

    private static int order(@Nullable Comparator<?> comparator) {
        return IntStream.range(0, ORDERS.size())
                .filter(index -> ORDERS.get(index) == comparator)
                .findFirst()
                .orElse(-1);
    }

    private static boolean allowsNull(List<?> list) {
        try {
            var unused = list.contains(null);
            return true;
        } catch (NullPointerException ex) {
            return false;
        }
    }

    private static <T> T fill(T empty, List<Object> elements) {
        if (empty instanceof Map map) {
            IntStream.range(0, elements.size() / 2).forEach(i -> map.put(elements.get(2 * i), elements.get(2 * i + 1)));
        } else {
            ((Collection) empty).addAll(elements);
        }
        return empty;
    }

    private static Object array(List<Object> elements, ContainerShape shape) {
        Object array = Array.newInstance(shape.declared().getComponentType(), elements.size());
        for (int i = 0; i < elements.size(); i++) {
            Array.set(array, i, elements.get(i));
        }
        return array;
    }

    /**
     * The kind of an object; nothing of its elements is called.
     *
     * @throws NotStorableException if it is none of those that come back
     */
    static ContainerKind of(Object value, ContainerShape shape) {
        ContainerKind kind = BY_KIND.get(kind(value));
        boolean isOther = value.getClass().isArray() && value.getClass() != shape.declared();
        boolean isOfUnknown = (value instanceof EnumSet || value instanceof EnumMap) && !shape.isOfEnum();
        if (kind == null || isOther || isOfUnknown) {
            throw new NotStorableException(
                    "A " + value.getClass().getTypeName() + " like this would come back as another one");
        }
        return kind;
    }

    static ContainerKind named(String name) {
        ContainerKind kind = BY_NAME.get(name);
        if (kind == null) {
            throw new IllegalArgumentException("There is no such collection");
        }
        return kind;
    }

    /** What is in one of these kinds. */
    static List<?> elements(Object container) {
        if (container instanceof Map<?, ?> map) {
            List<@Nullable Object> elements = new ArrayList<>(2 * map.size());
            map.forEach((key, value) -> Collections.addAll(elements, key, value));
            return elements;
        }
        if (container instanceof Optional<?> optional) {
            return optional.stream().toList();
        }
        if (container instanceof Collection<?> collection) {
            return Arrays.asList(collection.toArray());
        }
        return new AbstractList<>() {
            @Override
            public Object get(int index) {
                return Array.get(container, index);
            }

            @Override
            public int size() {
                return Array.getLength(container);
            }
        };
    }

    /** Makes it; one in which elements are equal that were not before is none. */
    Object make(List<Object> elements, ContainerShape shape) {
        Object made = maker.apply(elements, shape);
        if (elements(made).size() != elements.size()) {
            throw new IllegalArgumentException("Elements of a collection are equal that were not, or have no place");
        }
        return made;
    }

    private static boolean isInOrder(Object container, List<Object> elements) {
        List<?> made = elements(container);
        return made.size() == elements.size()
                && IntStream.range(0, made.size()).allMatch(i -> made.get(i) == elements.get(i));
    }

    /**
     * Whether a map keeps its order when it is read, which it does not say: a copy is asked for its first key.
     *
     * @param map one whose keys are the JDK's
     */
    static boolean isInOrderOfInsertion(LinkedHashMap<?, ?> map) {
        LinkedHashMap<Object, Object> copy = (LinkedHashMap<Object, Object>) map.clone();
        copy.put(new Object(), "one");
        copy.put(new Object(), "another");
        Object first = copy.keySet().iterator().next();
        var unused = copy.get(first);
        return copy.keySet().iterator().next() == first;
    }
}
