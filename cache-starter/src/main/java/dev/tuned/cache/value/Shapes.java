/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/** The forms of what holds any number of values, of constants, and of types that do not say which class stands there. */
final class Shapes {

    /** What may stand where nothing is said: values of the JDK, and collections and maps of such. */
    private static final Map<String, Shape> ANYTHING = new TreeMap<>();

    static {
        OfSeveral anything = new OfSeveral(Object.class, ANYTHING);
        Scalar.all().forEach(scalar -> ANYTHING.put(scalar.describe(), scalar));
        ANYTHING.put(Collection.class.getName(), new OfContainer(Collection.class, anything, null));
        ANYTHING.put(Map.class.getName(), new OfContainer(Map.class, anything, anything));
    }

    private Shapes() {}

    /** The form of a type of the JDK that does not say which class stands there, or {@code null} if none is known. */
    static @Nullable Shape open(Class<?> declared) {
        boolean isKnown = Scalar.all().stream().anyMatch(scalar -> declared.isAssignableFrom(scalar.type()));
        return isKnown ? new OfSeveral(declared, ANYTHING) : null;
    }

    /**
     * An array, a collection, a map or an optional: {@code ["ArrayList", element, …]}, {@code ["HashMap", key, value, …]}.
     *
     * @param declared the type where it stands
     * @param first the form of elements, or of keys
     * @param second the form of a map's values
     */
    record OfContainer(
            Class<?> declared, Shape first, @Nullable Shape second) implements Shape {

        @Override
        public void write(Object value, DocumentWriter out) {
            var unused = requireInstance(declared, value);
            Container kind = Container.of(value, this);
            List<?> elements = Container.elements(value);
            // Each has a character and a comma at least.
            if (elements.size() > ValueCodec.MAX_BYTES / 2) {
                throw new TooLargeException();
            }
            out.json().writeStartArray();
            out.json().writeString(kind.name());
            if (!elements.isEmpty() || !kind.oneWhenEmpty()) {
                out.enter(value);
                for (int i = 0; i < elements.size(); i++) {
                    out.value(form(i), elements.get(i));
                }
                out.leave();
            }
            if (value instanceof LinkedHashMap<?, ?> map && !(keysAreOfJdk() && Container.isInOrderOfInsertion(map))) {
                throw new NotStorableException("A java.util.LinkedHashMap may change its order when it is read");
            }
            out.json().writeEndArray();
        }

        /** Whether nothing of the application is called for a hash code. */
        private boolean keysAreOfJdk() {
            return first instanceof Scalar || isOfEnum() || (first instanceof OfSeveral several && several.isOpen());
        }

        boolean isOfEnum() {
            return first instanceof OfEnum;
        }

        /** The enum whose constants are its elements or keys. */
        @SuppressWarnings("rawtypes")
        Class constants() {
            return ((OfEnum) first).type();
        }

        Shape form(int index) {
            return (second == null || index % 2 == 0) ? first : second;
        }

        @Override
        @SuppressWarnings("unchecked")
        public Object read(DocumentReader in) {
            in.expect(JsonToken.START_ARRAY);
            Container kind = Container.named(in.nextText());
            List<@Nullable Object> elements = new ArrayList<>();
            while (in.hasNext()) {
                elements.add(in.value(form(elements.size())));
            }
            return requireInstance(declared, kind.make((List<Object>) (List<?>) elements, this));
        }

        @Override
        public String describe() {
            return declared.getName() + "<" + first.reference() + "," + ((second != null) ? second.reference() : "")
                    + ">";
        }
    }

    /** A constant: its name. No method that an enum may override is called. */
    record OfEnum(Class<?> type) implements Shape {

        @Override
        public void write(Object value, DocumentWriter out) {
            if (classOf(value) != type) {
                throw otherClass(type, value);
            }
            out.json().writeString(((Enum<?>) value).name());
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        public Object read(DocumentReader in) {
            return Enum.valueOf((Class) type, in.text());
        }

        @Override
        public String describe() {
            return Stream.of(type.getEnumConstants())
                    .map(constant -> ((Enum<?>) constant).name())
                    .collect(Collectors.joining(" ", type.getName() + " ", ""));
        }
    }

    /**
     * A type of which one of several classes may stand there: {@code ["name", value]}.
     *
     * @param classes the forms by the names that documents have for them
     */
    record OfSeveral(Class<?> declared, Map<String, Shape> classes) implements Shape {

        boolean isOpen() {
            return classes == ANYTHING;
        }

        @Override
        public void write(Object value, DocumentWriter out) {
            var unused = requireInstance(declared, value);
            String name = nameOf(value);
            Shape shape = classes.get(name);
            if (shape == null) {
                throw new NotStorableException("There is a " + name + " where the type is " + declared.getName()
                        + ", of which it is none of the known classes");
            }
            out.json().writeStartArray();
            out.json().writeString(name);
            shape.write(value, out);
            out.json().writeEndArray();
        }

        private String nameOf(Object value) {
            if (isOpen() && (value instanceof Collection<?> || value instanceof Map<?, ?>)) {
                return ((value instanceof Map<?, ?>) ? Map.class : Collection.class).getName();
            }
            return classOf(value).getName();
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
            return requireInstance(declared, value);
        }

        @Override
        public String describe() {
            return declared.getName() + (isOpen() ? " of anything" : " of " + classes.keySet());
        }
    }

    /** The class that a value is declared as; a constant may have one of its own. */
    private static Class<?> classOf(Object value) {
        return (value instanceof Enum<?> constant) ? constant.getDeclaringClass() : value.getClass();
    }

    static void requireClass(Class<?> type, Object value) {
        if (value.getClass() != type) {
            throw otherClass(type, value);
        }
    }

    private static Object requireInstance(Class<?> type, Object value) {
        if (!type.isInstance(value)) {
            throw otherClass(type, value);
        }
        return value;
    }

    private static NotStorableException otherClass(Class<?> type, Object value) {
        return new NotStorableException(
                "There is a " + value.getClass().getTypeName() + " and not a " + type.getTypeName());
    }
}
