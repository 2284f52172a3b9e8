/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;
import tools.jackson.core.SerializableString;

/**
 * The form of an application's class: all of its fields by their names. It is read by its constructor, which has to leave in
 * the fields what it was given, and by setting the other fields.
 */
final class ObjectShape implements Shape {

    private final Class<?> type;
    private List<Part> parts = List.of();
    private Map<String, Integer> indexes = Map.of();
    private @Nullable Constructor<?> constructor;
    private int[] arguments = new int[0];

    /**
     * A field and its form.
     *
     * @param name its name in documents
     * @param set whether it is set after the constructor
     */
    record Part(Field field, SerializableString name, Shape shape, boolean set) {}

    ObjectShape(Class<?> type) {
        this.type = type;
    }

    /** Ends the creation, which has met this form already where the type refers to itself. */
    void complete(List<Part> fields, Constructor<?> making, int[] fieldsOfArguments) {
        this.parts = fields;
        this.constructor = making;
        this.arguments = fieldsOfArguments;
        Map<String, Integer> byName = new HashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            byName.put(fields.get(i).field().getName(), i);
        }
        this.indexes = byName;
    }

    String name() {
        return type.getName();
    }

    @Override
    public void write(Object value, DocumentWriter out) {
        if (value.getClass() != type) {
            throw new NotStorableException("There is a " + value.getClass().getName() + " and not a " + type.getName());
        }
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
        out.leave();
    }

    @Override
    public Object read(DocumentReader in) {
        in.expect(JsonToken.START_OBJECT);
        @Nullable Object[] values = new Object[parts.size()];
        boolean[] found = new boolean[values.length];
        for (int next = 0; in.json().nextToken() != JsonToken.END_OBJECT; next++) {
            String name = in.json().currentName();
            int index = indexOf(name, next);
            if (found[index]) {
                throw new IllegalArgumentException("A field is there twice");
            }
            found[index] = true;
            Part part = parts.get(index);
            values[index] = part.field().getType().isPrimitive() ? in.required(part.shape()) : in.next(part.shape());
        }
        for (boolean each : found) {
            if (!each) {
                throw new IllegalArgumentException("A field is missing");
            }
        }
        return make(values);
    }

    private int indexOf(String name, int expected) {
        if (expected < parts.size() && parts.get(expected).name().getValue().equals(name)) {
            return expected;
        }
        Integer index = indexes.get(name);
        if (index == null) {
            throw new IllegalArgumentException("There is no such field");
        }
        return index;
    }

    private Object make(@Nullable Object[] values) {
        @Nullable Object[] given = new Object[arguments.length];
        for (int i = 0; i < given.length; i++) {
            given[i] = values[arguments[i]];
        }
        try {
            Constructor<?> making = constructor;
            if (making == null) {
                throw new IllegalStateException("A type was used before it was looked at");
            }
            Object made = making.newInstance(given);
            for (int i = 0; i < values.length; i++) {
                Part part = parts.get(i);
                if (part.set()) {
                    part.field().set(made, values[i]);
                } else if (!isSame(values[i], get(part.field(), made))) {
                    throw new NotStorableException("Its constructor changes what it is given").at(part.field());
                }
            }
            return made;
        } catch (InvocationTargetException ex) {
            throw new IllegalArgumentException(type.getName() + " cannot be made", ex.getCause());
        } catch (ReflectiveOperationException ex) {
            throw new IllegalArgumentException(type.getName() + " cannot be made", ex);
        }
    }

    /** Whether a field holds what its constructor was given, be it a copy. */
    private static boolean isSame(@Nullable Object given, @Nullable Object held) {
        if (given == held) {
            return true;
        }
        if (given == null || held == null || given.getClass() != held.getClass()) {
            return false;
        }
        if (Scalar.of(given.getClass()) != null) {
            return given.equals(held);
        }
        Object[] before = contents(given);
        Object[] after = contents(held);
        return (before != null && after != null)
                ? areSame(before, after)
                : given.getClass().isArray() && Arrays.deepEquals(new Object[] {given}, new Object[] {held});
    }

    private static Object @Nullable [] contents(Object value) {
        if (value instanceof Object[] array) {
            return array;
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .flatMap(entry -> Stream.of(entry.getKey(), entry.getValue()))
                    .toArray();
        }
        return (value instanceof Collection<?> collection) ? collection.toArray() : null;
    }

    private static boolean areSame(Object[] given, Object[] held) {
        boolean same = given.length == held.length;
        for (int i = 0; same && i < given.length; i++) {
            same = given[i] == held[i];
        }
        return same;
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
        StringBuilder text = new StringBuilder(type.getName()).append('{');
        for (Part part : parts) {
            text.append(part.field().getDeclaringClass() == type ? "" : "^")
                    .append(part.field().getName())
                    .append(':')
                    .append(Shapes.reference(part.shape()))
                    .append(';');
        }
        return text.append('}').toString();
    }
}
