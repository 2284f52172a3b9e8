/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;
import tools.jackson.core.SerializableString;
import tools.jackson.databind.JavaType;

/**
 * The form of an application's class: all of its fields by their names. It is read by its constructor, which has to leave in
 * the fields what it was given, and by setting the other fields.
 */
final class ObjectShape implements Shape {

    private final Class<?> type;
    private final String name;
    private List<Part> parts = List.of();
    private Map<String, Integer> indexes = Map.of();
    private @Nullable Creator creator;

    /**
     * A field and its form.
     *
     * @param name its name in documents
     * @param set whether it is set after the constructor
     */
    record Part(Field field, SerializableString name, Shape shape, boolean set) {}

    /**
     * How objects are made.
     *
     * @param arguments for each of the constructor's parameters the index of its field
     */
    record Creator(Constructor<?> constructor, List<Integer> arguments) {}

    ObjectShape(JavaType type) {
        this.type = type.getRawClass();
        this.name = type.toCanonical();
    }

    /** Ends the creation, which has met this form already where the type refers to itself. */
    void complete(List<Part> fields, Creator howToMake) {
        this.parts = fields;
        this.creator = howToMake;
        this.indexes = new HashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            indexes.put(fields.get(i).field().getName(), i);
        }
    }

    @Override
    public void write(Object value, DocumentWriter out) {
        Shape.requireClass(type, value);
        out.enter(value);
        out.json().writeStartObject();
        for (Part part : parts) {
            out.json().writeName(part.name());
            try {
                out.value(part.shape(), get(part.field(), value));
            } catch (NotStorableException ex) {
                throw ex.at(part.field());
            }
        }
        out.json().writeEndObject();
        out.exit();
    }

    @Override
    public Object read(DocumentReader in) {
        in.expect(JsonToken.START_OBJECT);
        @Nullable Object[] values = new Object[parts.size()];
        boolean[] found = new boolean[values.length];
        for (int next = 0; in.json().nextToken() != JsonToken.END_OBJECT; next++) {
            int index = indexOf(in.json().currentName(), next);
            if (index < 0 || found[index]) {
                throw new IllegalArgumentException("There is no such field, or it is there twice");
            }
            found[index] = true;
            Part part = parts.get(index);
            values[index] = part.field().getType().isPrimitive() ? in.required(part.shape()) : in.next(part.shape());
        }
        if (IntStream.range(0, found.length).anyMatch(index -> !found[index])) {
            throw new IllegalArgumentException("A field is missing");
        }
        try {
            return make(values);
        } catch (ReflectiveOperationException ex) {
            throw new IllegalArgumentException(
                    name + " cannot be made", (ex instanceof InvocationTargetException) ? ex.getCause() : ex);
        }
    }

    private int indexOf(String field, int expected) {
        boolean isExpected =
                expected < parts.size() && parts.get(expected).name().getValue().equals(field);
        return isExpected ? expected : indexes.getOrDefault(field, -1);
    }

    private Object make(@Nullable Object[] values) throws ReflectiveOperationException {
        Creator known = Objects.requireNonNull(creator);
        Object made = known.constructor()
                .newInstance(
                        known.arguments().stream().map(index -> values[index]).toArray());
        for (int i = 0; i < values.length; i++) {
            Part part = parts.get(i);
            if (part.set()) {
                part.field().set(made, values[i]);
            } else if (!isSame(values[i], get(part.field(), made), part.shape())) {
                throw new NotStorableException("Its constructor changes what it is given").at(part.field());
            }
        }
        return made;
    }

    /** Whether a field holds what its constructor was given, be it a copy of the same kind with the same elements. */
    private static boolean isSame(@Nullable Object given, @Nullable Object held, Shape shape) {
        if (given == held || given == null || held == null || given.getClass() != held.getClass()) {
            return given == held;
        }
        if (!(shape instanceof ContainerShape container)) {
            return shape instanceof ScalarShape && Objects.deepEquals(given, held);
        }
        List<?> before = ContainerKind.elements(given);
        List<?> after = ContainerKind.elements(held);
        return ContainerKind.of(given, container).equals(ContainerKind.of(held, container))
                && before.size() == after.size()
                && IntStream.range(0, before.size())
                        .allMatch(i -> isSame(before.get(i), after.get(i), container.form(i)));
    }

    private static @Nullable Object get(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException ex) {
            throw new IllegalStateException("A field was made accessible and is not", ex);
        }
    }

    @Override
    public String describe() {
        return parts.stream()
                .map(part -> (part.field().getDeclaringClass() == type ? "" : "^")
                        + part.field().getType().getName() + " " + part.field().getName() + ":"
                        + part.shape().reference() + ";")
                .collect(Collectors.joining("", name + "{", "}"));
    }

    /** An object has its own description, and may refer to itself. */
    @Override
    public String reference() {
        return name;
    }
}
