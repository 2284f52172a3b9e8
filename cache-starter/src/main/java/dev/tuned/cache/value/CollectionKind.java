/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * The collections that come back as they were: exact classes of the JDK, which can be made again from their elements in
 * their order. Not among them, since they do not show what they are made of: views, and wrappers of sets and of plain
 * collections. What a hash table promises has no order, and neither have {@code Set.of} and {@code Map.of}.
 *
 * @param name what documents call it
 * @param type the exact class
 * @param oneWhenEmpty whether all that are empty are one object
 * @param maker makes it of its elements
 */
@SuppressWarnings("JdkObsolete") // what applications have
record CollectionKind(
        String name, Class<?> type, boolean oneWhenEmpty, Function<List<Object>, Collection<Object>> maker) {

    /** What can stand in front of the name of a sorted kind. */
    private static final Map<String, @Nullable Comparator<?>> ORDERS = new HashMap<>();

    private static final Map<Class<?>, List<CollectionKind>> BY_CLASS = new HashMap<>();
    private static final Map<String, CollectionKind> BY_NAME = new HashMap<>();

    private static final CollectionKind ENUMS =
            new CollectionKind("EnumSet", EnumSet.class, false, CollectionKind::enumSet);

    static {
        ORDERS.put("", null);
        ORDERS.put("reverse ", Comparator.reverseOrder());
        ORDERS.put("natural ", Comparator.naturalOrder());
        ORDERS.put("ignoring case ", String.CASE_INSENSITIVE_ORDER);
        add("ArrayList", ArrayList.class, ArrayList::new);
        add("LinkedList", LinkedList.class, LinkedList::new);
        add("Vector", Vector.class, Vector::new);
        add("ArrayDeque", ArrayDeque.class, ArrayDeque::new);
        add("CopyOnWriteArrayList", CopyOnWriteArrayList.class, CopyOnWriteArrayList::new);
        add("CopyOnWriteArraySet", CopyOnWriteArraySet.class, CopyOnWriteArraySet::new);
        add("ConcurrentLinkedQueue", ConcurrentLinkedQueue.class, ConcurrentLinkedQueue::new);
        add("ConcurrentLinkedDeque", ConcurrentLinkedDeque.class, ConcurrentLinkedDeque::new);
        add("HashSet", HashSet.class, HashSet::new);
        add("LinkedHashSet", LinkedHashSet.class, LinkedHashSet::new);
        ORDERS.forEach((order, comparator) -> {
            add(order + "TreeSet", TreeSet.class, elements -> filled(new TreeSet<>(cast(comparator)), elements));
            add(
                    order + "ConcurrentSkipListSet",
                    ConcurrentSkipListSet.class,
                    elements -> filled(new ConcurrentSkipListSet<>(cast(comparator)), elements));
        });
        add("asList", Arrays.asList().getClass(), elements -> Arrays.asList(elements.toArray()));
        // Of the same classes: one that asks for null is of the first kind, one that lets it be asked for of the
        // second.
        for (List<Object> list : List.<List<Object>>of(List.of(), List.of(1))) {
            addOne("List.of", list.getClass(), List::copyOf);
        }
        addOne("toList", List.of().getClass(), elements -> elements.stream().toList());
        for (Set<Object> set : List.<Set<Object>>of(Set.of(), Set.of(1))) {
            addOne("Set.of", set.getClass(), elements -> Set.of(elements.toArray()));
        }
        addOne("emptyList", Collections.emptyList().getClass(), elements -> empty(elements, Collections.emptyList()));
        addOne("emptySet", Collections.emptySet().getClass(), elements -> empty(elements, Collections.emptySet()));
        add(
                "singletonList",
                Collections.singletonList(1).getClass(),
                elements -> Collections.singletonList(one(elements)));
        add("singleton", Collections.singleton(1).getClass(), elements -> Collections.singleton(one(elements)));
        // A wrapper of a list shows all that a list can do.
        add(
                "unmodifiableList",
                Collections.unmodifiableList(new ArrayList<>()).getClass(),
                elements -> Collections.unmodifiableList(new ArrayList<>(elements)));
        add(
                "unmodifiable LinkedList",
                Collections.unmodifiableList(new LinkedList<>()).getClass(),
                elements -> Collections.unmodifiableList(new LinkedList<>(elements)));
        BY_NAME.put(ENUMS.name, ENUMS);
    }

    private static void add(String name, Class<?> type, Function<List<Object>, Collection<Object>> maker) {
        register(new CollectionKind(name, type, false, maker));
    }

    private static void addOne(String name, Class<?> type, Function<List<Object>, Collection<Object>> maker) {
        register(new CollectionKind(name, type, true, maker));
    }

    private static void register(CollectionKind kind) {
        BY_CLASS.computeIfAbsent(kind.type, type -> new ArrayList<>()).add(kind);
        BY_NAME.put(kind.name, kind);
    }

    @SuppressWarnings({"unchecked", "NullAway"})
    private static @Nullable Comparator<Object> cast(@Nullable Comparator<?> comparator) {
        return (Comparator<Object>) comparator;
    }

    private static Collection<Object> filled(Collection<Object> collection, List<Object> elements) {
        collection.addAll(elements);
        return collection;
    }

    private static Collection<Object> empty(List<Object> elements, Collection<Object> collection) {
        if (!elements.isEmpty()) {
            throw new IllegalArgumentException("There are elements in an empty collection");
        }
        return collection;
    }

    private static Object one(List<Object> elements) {
        if (elements.size() != 1) {
            throw new IllegalArgumentException("There is not one element");
        }
        return elements.get(0);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Collection<Object> enumSet(List<Object> elements) {
        if (elements.isEmpty()) {
            throw new IllegalArgumentException("An empty set of constants does not say of which enum");
        }
        Collection set = EnumSet.copyOf((Collection) elements);
        return set;
    }

    /**
     * The kind of a collection; nothing of its elements is called.
     *
     * @throws NotStorableException if it is none of those that come back
     */
    static CollectionKind of(Collection<?> collection) {
        if (collection instanceof EnumSet<?> && collection.getClass().getModule() == Object.class.getModule()) {
            return ENUMS;
        }
        List<CollectionKind> kinds = BY_CLASS.get(collection.getClass());
        if (kinds == null) {
            throw new NotStorableException(
                    "A " + collection.getClass().getName() + " would come back as another collection");
        }
        if (kinds.size() == 1) {
            return kinds.get(0);
        }
        if (collection instanceof List<?> list) {
            return kinds.get(allowsNull(list) ? 1 : 0);
        }
        String order = order(((SortedSet<?>) collection).comparator());
        return kinds.stream()
                .filter(kind -> kind.name.equals(order + kind.type.getSimpleName()))
                .findAny()
                .orElseThrow();
    }

    /** What stands in front of a sorted kind's name. */
    static String order(@Nullable Comparator<?> comparator) {
        return ORDERS.entrySet().stream()
                .filter(order -> order.getValue() == comparator)
                .map(Map.Entry::getKey)
                .findAny()
                .orElseThrow(() -> new NotStorableException(
                        "A sorted collection with a comparator of its own would come back in another order"));
    }

    static Map<String, @Nullable Comparator<?>> orders() {
        return ORDERS;
    }

    static @Nullable Comparator<Object> comparator(String order) {
        return cast(ORDERS.get(order));
    }

    /** Whether an unmodifiable list of the JDK can be asked for null, as that of {@code Stream.toList()} can. */
    private static boolean allowsNull(List<?> list) {
        try {
            return list.contains(null) || !list.isEmpty();
        } catch (NullPointerException ex) {
            return false;
        }
    }

    static CollectionKind named(String name) {
        CollectionKind kind = BY_NAME.get(name);
        if (kind == null) {
            throw new IllegalArgumentException("There is no such collection");
        }
        return kind;
    }

    /** Makes the collection; one in which elements are equal that were not before is none. */
    Collection<Object> make(List<Object> elements) {
        Collection<Object> made = maker.apply(elements);
        if (made.size() != elements.size()) {
            throw new IllegalArgumentException("Elements of a collection are equal that were not");
        }
        return made;
    }
}
