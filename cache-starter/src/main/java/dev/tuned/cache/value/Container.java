/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

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
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The collections, maps and optionals that come back as they were: exact classes of the JDK, which can be made again from
 * their elements in their order; of a map, key and value by turns. Not among them are views and wrappers, which do not show
 * what they are made of. {@code Set.of} and {@code Map.of} have another order in each process, and so has a hash table whose
 * keys do not say their hash code themselves.
 *
 * @param name what documents call it
 * @param type the exact class
 * @param oneWhenEmpty whether all that are empty are one object
 * @param test tells kinds of one class apart
 * @param maker makes it of its elements, and the form of the first
 */
@SuppressWarnings("JdkObsolete") // what applications have
record Container(
        String name,
        Class<?> type,
        boolean oneWhenEmpty,
        Predicate<Object> test,
        BiFunction<List<Object>, Shape, Object> maker) {

    private static final Map<String, @Nullable Comparator<?>> ORDERS = new HashMap<>();
    private static final Map<Class<?>, List<Container>> BY_CLASS = new HashMap<>();
    private static final Map<String, Container> BY_NAME = new HashMap<>();

    /** Of hash tables that are larger than their elements need, those that may have that order are tried. */
    private static final int MAX_DOUBLINGS = 4;

    static {
        list(ArrayList::new);
        list(LinkedList::new);
        list(Vector::new);
        list(ArrayDeque::new);
        list(CopyOnWriteArrayList::new);
        list(CopyOnWriteArraySet::new);
        list(ConcurrentLinkedQueue::new);
        list(ConcurrentLinkedDeque::new);
        list(LinkedHashSet::new);
        list(LinkedHashMap::new);
        hashed(HashSet::new);
        hashed(HashMap::new);
        hashed(slots -> new ConcurrentHashMap<>(slots * 3 / 4 - 1));
        ORDERS.put("", null);
        ORDERS.put("reverse ", Comparator.reverseOrder());
        ORDERS.put("natural ", Comparator.naturalOrder());
        ORDERS.put("ignoring case ", String.CASE_INSENSITIVE_ORDER);
        ORDERS.forEach((order, comparator) -> {
            sorted(order, () -> new TreeSet<>(cast(comparator)));
            sorted(order, () -> new TreeMap<>(cast(comparator)));
            sorted(order, () -> new ConcurrentSkipListSet<>(cast(comparator)));
            sorted(order, () -> new ConcurrentSkipListMap<>(cast(comparator)));
        });
        exact("asList", Arrays.asList(), elements -> Arrays.asList(elements.toArray()));
        // Of one class: that of List.of cannot be asked for null, that of Stream.toList() can.
        Stream.of(List.of(), List.of(1))
                .forEach(list -> add(
                        new Container("List.of", list.getClass(), true, each -> !allowsNull(each), of(List::copyOf))));
        add(new Container(
                "toList",
                List.of().getClass(),
                true,
                Container::allowsNull,
                of(elements -> elements.stream().toList())));
        Stream.of(Set.of(), Set.of(1)).forEach(set -> one("Set.of", set, elements -> Set.of(elements.toArray())));
        Stream.of(Map.of(), Map.of(1, 1))
                .forEach(map -> one("Map.of", map, elements -> Map.copyOf(fill(new LinkedHashMap<>(), elements))));
        one("emptyList", Collections.emptyList(), elements -> Collections.emptyList());
        one("emptySet", Collections.emptySet(), elements -> Collections.emptySet());
        one("emptyMap", Collections.emptyMap(), elements -> Collections.emptyMap());
        exact("singletonList", Collections.singletonList(1), elements -> Collections.singletonList(elements.get(0)));
        exact("singleton", Collections.singleton(1), elements -> Collections.singleton(elements.get(0)));
        exact(
                "singletonMap",
                Collections.singletonMap(1, 1),
                elements -> Collections.singletonMap(elements.get(0), elements.get(1)));
        one("Optional", Optional.empty(), elements -> elements.stream().findFirst());
        add(new Container("EnumSet", EnumSet.class, false, each -> true, Container::enumSet));
        add(new Container("EnumMap", EnumMap.class, false, each -> true, Container::enumMap));
    }

    private static void list(Supplier<Object> empty) {
        exact(empty.get().getClass().getSimpleName(), empty.get(), elements -> fill(empty.get(), elements));
    }

    private static void hashed(IntFunction<Object> empty) {
        Class<?> type = empty.apply(16).getClass();
        boolean isMap = Map.class.isAssignableFrom(type);
        add(new Container(type.getSimpleName(), type, false, each -> true, (elements, first) -> {
            int size = isMap ? elements.size() / 2 : elements.size();
            int slots = 16;
            while (slots / 4 * 3 < size) {
                slots *= 2;
            }
            Object smallest = fill(empty.apply(slots), elements);
            Object made = smallest;
            for (int i = 0; !isInOrder(made, elements); i++) {
                if (i == MAX_DOUBLINGS || first instanceof Shapes.OfEnum) {
                    return smallest;
                }
                slots *= 2;
                made = fill(empty.apply(slots), elements);
            }
            return made;
        }));
    }

    private static void sorted(String order, Supplier<Object> empty) {
        Object sample = empty.get();
        add(new Container(
                order + sample.getClass().getSimpleName(),
                sample.getClass(),
                false,
                each -> comparator(each) == comparator(sample) && isWhole(each, sample),
                of(elements -> fill(empty.get(), elements))));
    }

    private static void exact(String name, Object sample, Function<List<Object>, Object> maker) {
        add(new Container(name, sample.getClass(), false, each -> true, of(maker)));
    }

    private static void one(String name, Object sample, Function<List<Object>, Object> maker) {
        add(new Container(name, sample.getClass(), true, each -> true, of(maker)));
    }

    private static void add(Container kind) {
        BY_CLASS.computeIfAbsent(kind.type, type -> new ArrayList<>()).add(kind);
        BY_NAME.put(kind.name, kind);
    }

    private static BiFunction<List<Object>, Shape, Object> of(Function<List<Object>, Object> maker) {
        return (elements, first) -> maker.apply(elements);
    }

    @SuppressWarnings({"unchecked", "NullAway"})
    private static @Nullable Comparator<Object> cast(@Nullable Comparator<?> comparator) {
        return (Comparator<Object>) comparator;
    }

    private static @Nullable Comparator<?> comparator(Object sorted) {
        return (sorted instanceof SortedMap<?, ?> map) ? map.comparator() : ((SortedSet<?>) sorted).comparator();
    }

    /** A part of a sorted set is of the set's class, and takes no elements that are outside of it; its iterator is another. */
    private static boolean isWhole(Object sorted, Object sample) {
        return !(sorted instanceof SortedSet<?> set)
                || set.iterator().getClass()
                        == ((SortedSet<?>) sample).iterator().getClass();
    }

    private static boolean allowsNull(Object list) {
        try {
            var unused = ((List<?>) list).contains(null);
            return true;
        } catch (NullPointerException ex) {
            return false;
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T fill(T empty, List<Object> elements) {
        if (empty instanceof Map<?, ?> map) {
            IntStream.range(0, elements.size() / 2)
                    .forEach(i -> ((Map<Object, Object>) map).put(elements.get(2 * i), elements.get(2 * i + 1)));
        } else {
            ((Collection<Object>) empty).addAll(elements);
        }
        return empty;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object enumSet(List<Object> elements, Shape element) {
        return fill(EnumSet.noneOf((Class) constants(element)), elements);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object enumMap(List<Object> elements, Shape key) {
        return fill(new EnumMap((Class) constants(key)), elements);
    }

    private static Class<?> constants(Shape shape) {
        if (shape instanceof Shapes.OfEnum constants) {
            return constants.type();
        }
        throw new IllegalArgumentException("There are constants, and it is not said of which enum");
    }

    /**
     * The kind of an object; nothing of its elements is called.
     *
     * @param first the form of its elements, or of its keys
     * @throws NotStorableException if it is none of those that come back
     */
    static Container of(Object value, Shape first) {
        boolean isEnumSet = value instanceof EnumSet<?> && value.getClass().getModule() == Object.class.getModule();
        Class<?> type = isEnumSet ? EnumSet.class : value.getClass();
        boolean isOfEnum = type == EnumSet.class || type == EnumMap.class;
        for (Container kind : BY_CLASS.getOrDefault(type, List.of())) {
            if (kind.test.test(value) && (!isOfEnum || first instanceof Shapes.OfEnum)) {
                return kind;
            }
        }
        throw new NotStorableException("A " + type.getName() + " like this would come back as another one");
    }

    static Container named(String name) {
        Container kind = BY_NAME.get(name);
        if (kind == null) {
            throw new IllegalArgumentException("There is no such collection");
        }
        return kind;
    }

    /** What is in one of these kinds. */
    static List<?> elements(Object container) {
        if (container instanceof Map<?, ?> map) {
            List<@Nullable Object> elements = new ArrayList<>(2 * map.size());
            map.forEach((key, value) -> {
                elements.add(key);
                elements.add(value);
            });
            return elements;
        }
        return (container instanceof Optional<?> optional)
                ? optional.stream().toList()
                : Arrays.asList(((Collection<?>) container).toArray());
    }

    /** Makes it; one in which elements are equal that were not before is none. */
    Object make(List<Object> elements, Shape first) {
        Object made = maker.apply(elements, first);
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
     * Whether a map changes its order when it is read, which it does not say: a copy is asked for its first key.
     *
     * @param map one whose keys are the JDK's
     */
    static boolean isInOrderOfAccess(LinkedHashMap<?, ?> map) {
        @SuppressWarnings("unchecked")
        LinkedHashMap<Object, Object> copy = (LinkedHashMap<Object, Object>) map.clone();
        copy.put(new Object(), copy);
        copy.put(new Object(), copy);
        Object first = copy.keySet().iterator().next();
        var unused = copy.get(first);
        return copy.keySet().iterator().next() != first;
    }
}
