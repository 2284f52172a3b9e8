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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.SerializedString;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.value.ObjectShape.Creator;
import dev.tuned.cache.value.ObjectShape.Part;

/**
 * Decides whether a type has a form without loss, by its class alone. What has to be true:
 *
 * <ul>
 *   <li>the type of a region's values leaves no class open ({@link ValueCodec#isForRegions});
 *   <li>classes of the JDK are those of {@link ScalarShape} and {@link ContainerKind}, arrays, enums, or types that leave the class
 *       open;
 *   <li>each instance field of any other class is one property that the application's mapper writes and reads, with
 *       nothing said of it that changes or hides its content ({@link MapperView});
 *   <li>objects are made by the canonical constructor of a record, a constructor without arguments, or the one that the
 *       mapper uses, which leaves in the fields what it was given; all other fields can be set;
 *   <li>none of them is compared by identity, as a constant of its class is;
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
    private int depth;

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
        if (known != null) {
            return known;
        }
        if (++depth > DocumentWriter.MAX_DEPTH) {
            throw new NotStorableException("The type is nested more than " + DocumentWriter.MAX_DEPTH + " deep");
        }
        Shape shape = create(type, type.getRawClass());
        depth--;
        return shape;
    }

    /** What all types that were met are made of. */
    String describe() {
        return all.stream().map(Shape::describe).distinct().sorted().collect(Collectors.joining("\n"));
    }

    private Shape create(JavaType type, Class<?> raw) {
        Shape scalar = ScalarShape.of(raw);
        if (scalar != null) {
            return kept(type, scalar);
        }
        if (raw.isEnum()) {
            return kept(type, new EnumShape(raw));
        }
        return (raw.isArray() || isOfJdk(raw)) ? ofJdk(type, raw) : ofApplication(type, raw);
    }

    private Shape kept(JavaType type, Shape shape) {
        shapes.putIfAbsent(type, shape);
        all.add(shape);
        return shape;
    }

    private static boolean isOfJdk(Class<?> type) {
        String module = type.getModule().getName();
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }

    private Shape ofJdk(JavaType type, Class<?> raw) {
        if (Map.class.isAssignableFrom(raw)) {
            return kept(type, new ContainerShape(raw, of(type.getKeyType()), of(type.getContentType())));
        }
        if (raw.isArray() || Collection.class.isAssignableFrom(raw)) {
            return kept(type, new ContainerShape(raw, of(type.getContentType()), null));
        }
        if (raw == Iterable.class || raw == Optional.class) {
            return kept(type, new ContainerShape(raw, of(type.containedTypeOrUnknown(0)), null));
        }
        Shape open = (raw == Object.class || Modifier.isAbstract(raw.getModifiers())) ? OneOfShape.open(raw) : null;
        if (open == null) {
            throw new NotStorableException(raw.getName() + " is not among the classes of the JDK that can be written");
        }
        return kept(type, open);
    }

    private Shape ofApplication(JavaType type, Class<?> raw) {
        SessionOwned.refuse(raw);
        if (Iterable.class.isAssignableFrom(raw) || Map.class.isAssignableFrom(raw)) {
            throw new NotStorableException(
                    raw.getName() + " is a collection of its own, which may hold more than elements");
        }
        Map<String, JavaType> classes = new TreeMap<>();
        addConcrete(type, classes);
        mapper.subtypes(type).forEach(subtype -> addConcrete(subtype, classes));
        if (classes.isEmpty()) {
            throw new NotStorableException(
                    raw.getName() + " is abstract, and neither sealed nor annotated with its classes");
        }
        if (classes.keySet().equals(Set.of(raw.getName()))) {
            return object(type, raw);
        }
        Map<String, Shape> alternatives = new TreeMap<>();
        Shape shape = kept(type, new OneOfShape(raw, alternatives));
        classes.forEach((name, subtype) -> {
            Class<?> each = subtype.getRawClass();
            SessionOwned.refuse(each);
            alternatives.put(name, each.isEnum() ? kept(subtype, new EnumShape(each)) : object(subtype, each));
        });
        return shape;
    }

    private void addConcrete(JavaType type, Map<String, JavaType> classes) {
        Class<?> raw = type.getRawClass();
        if (raw.isSealed() && !raw.isEnum()) {
            Arrays.stream(raw.getPermittedSubclasses())
                    .forEach(permitted -> addConcrete(mapper.specialized(type, permitted), classes));
        }
        if (!Modifier.isAbstract(raw.getModifiers()) || raw.isEnum()) {
            classes.put(raw.getName(), type);
        }
    }

    private Shape object(JavaType type, Class<?> raw) {
        ObjectShape shape = new ObjectShape(type);
        var unused = kept(type, shape);
        if (raw.isHidden() || raw.isAnonymousClass() || hasConstants(raw)) {
            throw new NotStorableException(raw.getName() + " has no name, or objects that no other process has");
        }
        List<Field> fields = fields(raw);
        if (fields.isEmpty() && !raw.isRecord()) {
            throw new NotStorableException(raw.getName() + " has no field: which object it is cannot be written");
        }
        MapperView.Properties properties = mapper.properties(type);
        Creator creator = creator(raw, fields, properties);
        List<Part> parts = new ArrayList<>();
        for (Field field : fields) {
            boolean set = !creator.arguments().contains(parts.size());
            try {
                JavaType declared = properties.typeOf(field);
                if (set && Modifier.isFinal(field.getModifiers())) {
                    throw new NotStorableException("It is final, and no constructor takes it");
                }
                field.setAccessible(true);
                parts.add(new Part(field, new SerializedString(field.getName()), of(declared), set));
            } catch (InaccessibleObjectException ex) {
                throw new NotStorableException("Its module is not open").at(field);
            } catch (NotStorableException ex) {
                throw ex.at(field);
            }
        }
        shape.complete(parts, creator);
        return shape;
    }

    /** Whether a class has constants that are compared by identity: what is read from L2 is never one of them. */
    private static boolean hasConstants(Class<?> raw) {
        boolean hasEquals = Stream.of(raw.getMethods())
                .anyMatch(method -> method.getName().equals("equals") && method.getDeclaringClass() != Object.class);
        return !hasEquals
                && Stream.of(raw.getDeclaredFields())
                        .anyMatch(field -> Modifier.isStatic(field.getModifiers()) && field.getType() == raw);
    }

    /** All instance fields, those of superclasses first. */
    private static List<Field> fields(Class<?> raw) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> type = raw;
                type != null && type != Object.class && type != Record.class;
                type = type.getSuperclass()) {
            if (isOfJdk(type)) {
                throw new NotStorableException(raw.getName() + " extends " + type.getName() + " of the JDK");
            }
            fields.addAll(
                    0,
                    Stream.of(type.getDeclaredFields())
                            .filter(field -> !Modifier.isStatic(field.getModifiers()))
                            .sorted(Comparator.comparing(Field::getName))
                            .toList());
        }
        Set<String> names = new HashSet<>();
        for (Field field : fields) {
            if (field.isSynthetic() || Modifier.isTransient(field.getModifiers()) || !names.add(field.getName())) {
                throw new NotStorableException(
                                "It is transient, refers to what is around the class, or has the name of another")
                        .at(field);
            }
        }
        return fields;
    }

    private static Creator creator(Class<?> raw, List<Field> fields, MapperView.Properties properties) {
        boolean isMutable = fields.stream().noneMatch(field -> Modifier.isFinal(field.getModifiers()));
        List<String> names = fields.stream().map(Field::getName).toList();
        Constructor<?> constructor = properties.constructor();
        List<String> arguments = properties.arguments();
        if (raw.isRecord()) {
            RecordComponent[] components = raw.getRecordComponents();
            constructor = constructor(
                    raw, Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            arguments = Stream.of(components).map(RecordComponent::getName).toList();
        } else if (isMutable && constructor(raw) != null) {
            constructor = constructor(raw);
            arguments = List.of();
        }
        List<Integer> indexes = arguments.stream().map(names::indexOf).toList();
        if (constructor == null
                || indexes.contains(-1)
                || !Arrays.equals(
                        constructor.getParameterTypes(),
                        indexes.stream().map(fields::get).map(Field::getType).toArray())) {
            throw new NotStorableException(raw.getName() + " has no constructor that takes its fields");
        }
        constructor.setAccessible(true);
        return new Creator(constructor, indexes);
    }

    private static @Nullable Constructor<?> constructor(Class<?> raw, Class<?>... parameters) {
        return Stream.of(raw.getDeclaredConstructors())
                .filter(constructor -> Arrays.equals(constructor.getParameterTypes(), parameters))
                .findAny()
                .orElse(null);
    }
}
