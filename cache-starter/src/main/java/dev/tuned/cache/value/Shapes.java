/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;

import static java.util.Objects.requireNonNull;

/** The forms of what the JDK has for any number of values, and of types that do not say which class stands there. */
final class Shapes {

    private Shapes() {}

    /**
     * A collection: {@code ["ArrayList", …]}.
     *
     * @param declared the type where it stands
     */
    record OfCollection(Class<?> declared, Shape element) implements Shape {

        @Override
        public void write(Object value, DocumentWriter out) {
            Collection<?> collection = (Collection<?>) value;
            CollectionKind kind = CollectionKind.of(collection);
            JsonGenerator json = out.json();
            json.writeStartArray();
            json.writeString(kind.name());
            boolean empty = collection.isEmpty();
            if (!empty || !kind.oneWhenEmpty()) {
                out.enter(value);
                if (empty && value instanceof EnumSet<?> && enumClass(element) == null) {
                    throw new NotStorableException("An empty java.util.EnumSet does not say of which enum it is");
                }
                for (Object each : collection) {
                    out.value(element, each);
                }
                out.leave();
            }
            json.writeEndArray();
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        public Object read(DocumentReader in) {
            in.expect(JsonToken.START_ARRAY);
            CollectionKind kind = CollectionKind.named(in.nextText());
            List<@Nullable Object> elements = new ArrayList<>();
            while (in.hasNext()) {
                elements.add(in.value(element));
            }
            Class<? extends Enum> constants = enumClass(element);
            Object made = (elements.isEmpty() && kind.type() == EnumSet.class && constants != null)
                    ? EnumSet.noneOf(constants)
                    : kind.make((List<Object>) (List<?>) elements);
            return assignable(declared, made);
        }

        @Override
        public String describe() {
            return declared.getName() + "<" + reference(element) + ">";
        }
    }

    /** A map: {@code ["HashMap", key, value, …]}. */
    record OfMap(Class<?> declared, Shape key, Shape value) implements Shape {

        @Override
        public void write(Object map, DocumentWriter out) {
            MapKind kind = MapKind.of((Map<?, ?>) map);
            JsonGenerator json = out.json();
            json.writeStartArray();
            json.writeString(kind.name());
            boolean empty = ((Map<?, ?>) map).isEmpty();
            if (!empty || !kind.oneWhenEmpty()) {
                out.enter(map);
                if (empty && map instanceof EnumMap<?, ?> && enumClass(key) == null) {
                    throw new NotStorableException("An empty java.util.EnumMap does not say of which enum it is");
                }
                for (Map.Entry<?, ?> entry : ((Map<?, ?>) map).entrySet()) {
                    out.value(key, entry.getKey());
                    out.value(value, entry.getValue());
                }
                out.leave();
            }
            json.writeEndArray();
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes", "NullAway"})
        public Object read(DocumentReader in) {
            in.expect(JsonToken.START_ARRAY);
            MapKind kind = MapKind.named(in.nextText());
            Map<Object, Object> entries = new LinkedHashMap<>();
            int count = 0;
            while (in.hasNext()) {
                Object name = in.value(key);
                entries.put(name, in.next(value));
                count++;
            }
            if (entries.size() != count) {
                throw new IllegalArgumentException("Keys of a map are equal that were not");
            }
            Class<? extends Enum> constants = enumClass(key);
            Object made = (entries.isEmpty() && kind.type() == EnumMap.class && constants != null)
                    ? new EnumMap(constants)
                    : kind.make(entries);
            return assignable(declared, made);
        }

        @Override
        public String describe() {
            return declared.getName() + "<" + reference(key) + "," + reference(value) + ">";
        }
    }

    /** An array: {@code […]}. */
    record OfArray(Class<?> component, Shape element) implements Shape {

        @Override
        public void write(Object value, DocumentWriter out) {
            if (value.getClass() != component.arrayType()) {
                throw new NotStorableException("There is a " + value.getClass().getTypeName() + " and not a "
                        + component.getTypeName() + "[]");
            }
            int length = Array.getLength(value);
            // Each has a digit and a comma at least.
            if (length > ValueCodec.MAX_BYTES / 2) {
                throw new TooLargeException();
            }
            JsonGenerator json = out.json();
            json.writeStartArray();
            if (length > 0) {
                out.enter(value);
                for (int i = 0; i < length; i++) {
                    out.value(element, Array.get(value, i));
                }
                out.leave();
            }
            json.writeEndArray();
        }

        @Override
        public Object read(DocumentReader in) {
            in.expect(JsonToken.START_ARRAY);
            List<@Nullable Object> elements = new ArrayList<>();
            while (in.hasNext()) {
                elements.add(component.isPrimitive() ? element.read(in) : in.value(element));
            }
            Object array = Array.newInstance(component, elements.size());
            for (int i = 0; i < elements.size(); i++) {
                Array.set(array, i, elements.get(i));
            }
            return array;
        }

        @Override
        public String describe() {
            return reference(element) + "[" + component.getName() + "]";
        }
    }

    /** Bytes: base64. */
    record OfBytes() implements Shape {

        @Override
        public void write(Object value, DocumentWriter out) {
            byte[] bytes = (byte[]) value;
            if (bytes.length > ValueCodec.MAX_BYTES / 4 * 3) {
                throw new TooLargeException();
            }
            if (bytes.length > 0) {
                out.enter(value);
                out.leave();
            }
            out.json().writeBinary(bytes);
        }

        @Override
        public Object read(DocumentReader in) {
            in.expect(JsonToken.VALUE_STRING);
            return in.json().getBinaryValue();
        }

        @Override
        public String describe() {
            return "byte[]";
        }
    }

    /** An {@code Optional}: {@code []} or {@code [value]}. */
    record OfOptional(Shape content) implements Shape {

        @Override
        public void write(Object value, DocumentWriter out) {
            out.json().writeStartArray();
            Optional<?> optional = (Optional<?>) value;
            if (optional.isPresent()) {
                content.write(optional.get(), out);
            }
            out.json().writeEndArray();
        }

        @Override
        public Object read(DocumentReader in) {
            in.expect(JsonToken.START_ARRAY);
            if (!in.hasNext()) {
                return Optional.empty();
            }
            Object value = content.read(in);
            in.expectNext(JsonToken.END_ARRAY);
            return Optional.of(value);
        }

        @Override
        public String describe() {
            return "Optional<" + reference(content) + ">";
        }
    }

    /** A constant: its name. No method that an enum may override is called. */
    record OfEnum(Class<? extends Enum<?>> type) implements Shape {

        @Override
        public void write(Object value, DocumentWriter out) {
            Enum<?> constant = (Enum<?>) value;
            if (constant.getDeclaringClass() != type) {
                throw new NotStorableException(
                        "There is a " + value.getClass().getName() + " and not a " + type.getName());
            }
            out.json().writeString(constant.name());
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        public Object read(DocumentReader in) {
            return Enum.valueOf((Class) type, in.text());
        }

        @Override
        public String describe() {
            StringBuilder text = new StringBuilder(type.getName());
            for (Enum<?> constant : requireNonNull(type.getEnumConstants())) {
                text.append(' ').append(constant.name());
            }
            return text.toString();
        }
    }

    /**
     * A type of which the classes are known: {@code ["name", value]}.
     *
     * @param classes the classes by the names that documents have for them
     */
    record OfAlternatives(Class<?> declared, Map<String, Shape> classes) implements Shape {

        @Override
        public void write(Object value, DocumentWriter out) {
            Class<?> type = (value instanceof Enum<?> constant) ? constant.getDeclaringClass() : value.getClass();
            String name = type.getName();
            Shape shape = classes.get(name);
            if (shape == null) {
                throw new NotStorableException("A " + name + " is none of the known classes of " + declared.getName());
            }
            out.json().writeStartArray();
            out.json().writeString(name);
            shape.write(value, out);
            out.json().writeEndArray();
        }

        @Override
        public Object read(DocumentReader in) {
            in.expect(JsonToken.START_ARRAY);
            Shape shape = classes.get(in.nextText());
            if (shape == null) {
                throw new IllegalArgumentException("A document does not choose a class");
            }
            Object value = in.required(shape);
            in.expectNext(JsonToken.END_ARRAY);
            return value;
        }

        @Override
        public String describe() {
            return declared.getName() + " of " + classes.keySet();
        }
    }

    /** A type that says nothing of the class: a value of the JDK, or such values in collections, {@code ["name", value]}. */
    record Open(Class<?> declared) implements Shape {

        private static final String COLLECTION = "collection";
        private static final String MAP = "map";

        @Override
        public void write(Object value, DocumentWriter out) {
            out.json().writeStartArray();
            Scalar scalar = Scalar.of(value.getClass());
            if (scalar != null) {
                out.json().writeString(scalar.describe());
                scalar.write(value, out);
            } else if (value.getClass() == byte[].class) {
                out.json().writeString("byte[]");
                new OfBytes().write(value, out);
            } else if (value instanceof Collection<?>) {
                out.json().writeString(COLLECTION);
                new OfCollection(Collection.class, new Open(Object.class)).write(value, out);
            } else if (value instanceof Map<?, ?>) {
                out.json().writeString(MAP);
                new OfMap(Map.class, new Open(Object.class), new Open(Object.class)).write(value, out);
            } else {
                throw new NotStorableException("There is a " + value.getClass().getName() + " where the type is "
                        + declared.getName() + ", which does not say so");
            }
            out.json().writeEndArray();
        }

        @Override
        public Object read(DocumentReader in) {
            in.expect(JsonToken.START_ARRAY);
            String name = in.nextText();
            Scalar scalar = Scalar.named(name);
            Shape shape;
            if (scalar != null) {
                shape = scalar;
            } else {
                shape = switch (name) {
                    case "byte[]" -> new OfBytes();
                    case COLLECTION -> new OfCollection(Collection.class, new Open(Object.class));
                    case MAP -> new OfMap(Map.class, new Open(Object.class), new Open(Object.class));
                    default -> throw new IllegalArgumentException("A document does not choose a class");
                };
            }
            Object value = in.required(shape);
            in.expectNext(JsonToken.END_ARRAY);
            return assignable(declared, value);
        }

        @Override
        public String describe() {
            return "open " + declared.getName();
        }
    }

    /** In the description of another type: an object has its own, and may refer to itself. */
    static String reference(Shape shape) {
        return (shape instanceof ObjectShape object) ? object.name() : shape.describe();
    }

    @SuppressWarnings("rawtypes")
    private static @Nullable Class<? extends Enum> enumClass(Shape shape) {
        return (shape instanceof OfEnum constants) ? constants.type() : null;
    }

    private static Object assignable(Class<?> declared, Object value) {
        if (!declared.isInstance(value)) {
            throw new IllegalArgumentException("There is no " + declared.getName());
        }
        return value;
    }
}
