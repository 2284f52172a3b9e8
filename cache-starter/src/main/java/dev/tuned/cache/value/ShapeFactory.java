/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.SerializedString;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.value.ObjectShape.Part;
import dev.tuned.cache.value.Shapes.OfAlternatives;
import dev.tuned.cache.value.Shapes.OfArray;
import dev.tuned.cache.value.Shapes.OfBytes;
import dev.tuned.cache.value.Shapes.OfCollection;
import dev.tuned.cache.value.Shapes.OfEnum;
import dev.tuned.cache.value.Shapes.OfMap;
import dev.tuned.cache.value.Shapes.OfOptional;
import dev.tuned.cache.value.Shapes.Open;

/**
 * Decides whether a type has a form without loss, by its class alone. What has to be true:
 *
 * <ul>
 *   <li>classes of the JDK are those of {@link Scalar}, {@link CollectionKind} and {@link MapKind}, arrays, enums, or types
 *       that leave the class open;
 *   <li>each instance field of any other class is one property that the application's mapper writes and reads, with
 *       nothing said of it that changes or hides its content ({@link MapperView});
 *   <li>objects are made by the canonical constructor of a record, a constructor without arguments, or the one that the
 *       mapper uses, which leaves in the fields what it was given; all other fields can be set;
 *   <li>an abstract type is sealed, or the mapper knows its classes;
 *   <li>no class is a persistence provider's ({@link SessionOwned}).
 * </ul>
 *
 * For one type and one thread.
 */
final class ShapeFactory {

    private final MapperView mapper;
    private final Map<JavaType, Shape> shapes = new HashMap<>();
    private final List<Shape> all = new ArrayList<>();

    ShapeFactory(JsonMapper mapper) {
        this.mapper = new MapperView(mapper);
    }

    /**
     * The form of a type.
     *
     * @throws NotStorableException if it has none, with the type and the field why
     */
    Shape of(JavaType type) {
        Shape known = shapes.get(type);
        return (known != null) ? known : create(type);
    }

    /** What all types that were met are made of. */
    String describe() {
        Set<String> descriptions = new TreeSet<>();
        all.forEach(shape -> descriptions.add(shape.describe()));
        return String.join("\n", descriptions);
    }

    private Shape create(JavaType type) {
        Class<?> raw = type.getRawClass();
        Shape scalar = Scalar.of(raw);
        if (scalar != null) {
            return kept(type, scalar);
        }
        if (raw == byte[].class) {
            return kept(type, new OfBytes());
        }
        if (raw.isArray()) {
            return kept(type, new OfArray(raw.getComponentType(), of(type.getContentType())));
        }
        if (raw.isEnum()) {
            return kept(type, constants(raw));
        }
        return isOfJdk(raw) ? ofJdk(type, raw) : ofApplication(type, raw);
    }

    private Shape kept(JavaType type, Shape shape) {
        shapes.putIfAbsent(type, shape);
        all.add(shape);
        return shape;
    }

    @SuppressWarnings("unchecked")
    private static Shape constants(Class<?> raw) {
        return new OfEnum((Class<? extends Enum<?>>) raw);
    }

    private static boolean isOfJdk(Class<?> type) {
        String module = type.getModule().getName();
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }

    private Shape ofJdk(JavaType type, Class<?> raw) {
        if (raw == Optional.class) {
            return kept(type, new OfOptional(of(type.containedTypeOrUnknown(0))));
        }
        if (Map.class.isAssignableFrom(raw)) {
            return kept(type, new OfMap(raw, of(type.getKeyType()), of(type.getContentType())));
        }
        if (Collection.class.isAssignableFrom(raw)) {
            return kept(type, new OfCollection(raw, of(type.getContentType())));
        }
        if (raw == Iterable.class) {
            return kept(type, new OfCollection(raw, of(type.containedTypeOrUnknown(0))));
        }
        boolean open = raw == Object.class || Modifier.isAbstract(raw.getModifiers());
        if (open && !Scalar.assignableTo(raw).isEmpty()) {
            return kept(type, new Open(raw));
        }
        throw new NotStorableException(raw.getName() + " is not among the classes of the JDK that can be written");
    }

    private Shape ofApplication(JavaType type, Class<?> raw) {
        SessionOwned.refuse(raw);
        if (Iterable.class.isAssignableFrom(raw) || Map.class.isAssignableFrom(raw)) {
            throw new NotStorableException(
                    raw.getName() + " is a collection of its own, which may hold more than elements");
        }
        Set<Class<?>> classes = new TreeSet<>(Comparator.comparing(Class::getName));
        addConcrete(raw, classes);
        mapper.subtypes(type).forEach(subtype -> addConcrete(subtype, classes));
        if (classes.isEmpty()) {
            throw new NotStorableException(
                    raw.getName() + " is abstract, and neither sealed nor annotated with its classes");
        }
        if (classes.size() == 1 && classes.contains(raw)) {
            return object(type, raw);
        }
        Map<String, Shape> alternatives = new TreeMap<>();
        Shape shape = kept(type, new OfAlternatives(raw, alternatives));
        for (Class<?> each : classes) {
            SessionOwned.refuse(each);
            JavaType subtype = mapper.specialized(type, each);
            alternatives.put(each.getName(), each.isEnum() ? kept(subtype, constants(each)) : object(subtype, each));
        }
        return shape;
    }

    private static void addConcrete(Class<?> type, Set<Class<?>> classes) {
        if (type.isSealed() && !type.isEnum()) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                addConcrete(permitted, classes);
            }
        }
        if (!Modifier.isAbstract(type.getModifiers()) || type.isEnum()) {
            classes.add(type);
        }
    }

    private Shape object(JavaType type, Class<?> raw) {
        if (raw.isHidden() || raw.isAnonymousClass()) {
            throw new NotStorableException(raw.getName() + " has no name that another process knows");
        }
        ObjectShape shape = new ObjectShape(raw);
        var unused = kept(type, shape);
        List<Field> fields = fields(raw);
        if (fields.isEmpty() && !raw.isRecord()) {
            throw new NotStorableException(raw.getName() + " has no field: which object it is cannot be written");
        }
        MapperView.Properties properties = mapper.properties(type, raw);
        Maker maker = maker(raw, fields, properties);
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            boolean set = !maker.gives(i);
            try {
                JavaType declared = properties.typeOf(field);
                if (set && Modifier.isFinal(field.getModifiers())) {
                    throw new NotStorableException("It is final, and no constructor takes it");
                }
                parts.add(new Part(accessible(field), new SerializedString(field.getName()), of(declared), set));
            } catch (NotStorableException ex) {
                throw ex.at(field);
            }
        }
        shape.complete(parts, maker.constructor(), maker.fields());
        return shape;
    }

    /** All instance fields: those of superclasses first, then by name, but of a record as they are declared. */
    private static List<Field> fields(Class<?> raw) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> type = raw;
                type != null && type != Object.class && type != Record.class;
                type = type.getSuperclass()) {
            if (isOfJdk(type)) {
                throw new NotStorableException(raw.getName() + " extends " + type.getName() + " of the JDK");
            }
            List<Field> own = new ArrayList<>();
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    requireOrdinary(field);
                    own.add(field);
                }
            }
            own.sort(type.isRecord() ? byComponent(type) : Comparator.comparing(Field::getName));
            fields.addAll(0, own);
        }
        return fields;
    }

    private static Comparator<Field> byComponent(Class<?> type) {
        List<String> names = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
        return Comparator.comparingInt(field -> names.indexOf(field.getName()));
    }

    private static void requireOrdinary(Field field) {
        if (field.isSynthetic()) {
            throw new NotStorableException("It refers to what is around the class").at(field);
        }
        if (Modifier.isTransient(field.getModifiers())) {
            throw new NotStorableException("It is transient").at(field);
        }
    }

    private static Field accessible(Field field) {
        try {
            field.setAccessible(true);
            return field;
        } catch (InaccessibleObjectException ex) {
            throw new NotStorableException("Its module is not open");
        }
    }

    /**
     * How objects are made.
     *
     * @param fields for each argument the index of its field
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Maker(Constructor<?> constructor, int[] fields) {

        boolean gives(int index) {
            return Arrays.stream(fields).anyMatch(field -> field == index);
        }
    }

    private static Maker maker(Class<?> raw, List<Field> fields, MapperView.Properties properties) {
        try {
            Maker maker = raw.isRecord() ? canonical(raw, fields) : withoutArguments(raw, fields);
            if (maker == null) {
                Constructor<?> constructor = properties.constructor();
                if (constructor == null) {
                    throw new NotStorableException(raw.getName() + " has no constructor that the mapper can use");
                }
                maker = new Maker(
                        constructor,
                        properties.arguments().stream()
                                .mapToInt(fields::indexOf)
                                .toArray());
            }
            maker.constructor().setAccessible(true);
            return maker;
        } catch (NoSuchMethodException | InaccessibleObjectException ex) {
            throw new NotStorableException(raw.getName() + " cannot be made by reflection");
        }
    }

    private static Maker canonical(Class<?> raw, List<Field> fields) throws NoSuchMethodException {
        Class<?>[] types = fields.stream().map(Field::getType).toArray(Class<?>[]::new);
        int[] indexes = new int[types.length];
        Arrays.setAll(indexes, index -> index);
        return new Maker(raw.getDeclaredConstructor(types), indexes);
    }

    private static @Nullable Maker withoutArguments(Class<?> raw, List<Field> fields) {
        if (fields.stream().anyMatch(field -> Modifier.isFinal(field.getModifiers()))) {
            return null;
        }
        return Arrays.stream(raw.getDeclaredConstructors())
                .filter(constructor -> constructor.getParameterCount() == 0)
                .findAny()
                .map(constructor -> new Maker(constructor, new int[0]))
                .orElse(null);
    }
}
