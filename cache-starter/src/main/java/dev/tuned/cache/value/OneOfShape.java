/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/**
 * A type of which one of several classes may stand there: {@code ["name", value]}.
 *
 * @param classes the forms by the names that documents have for them
 */
record OneOfShape(Class<?> declared, Map<String, Shape> classes) implements Shape {

    /** What may stand where nothing is said: values of the JDK, and collections and maps of such. */
    private static final Map<String, Shape> ANYTHING = new TreeMap<>();

    static {
        OneOfShape anything = new OneOfShape(Object.class, ANYTHING);
        ScalarShape.all().forEach(scalar -> ANYTHING.put(scalar.describe(), scalar));
        ANYTHING.put(Collection.class.getName(), new ContainerShape(Collection.class, anything, null));
        ANYTHING.put(Map.class.getName(), new ContainerShape(Map.class, anything, anything));
    }

    /** The form of a type of the JDK that does not say which class stands there, or {@code null} if none is known. */
    static @Nullable Shape open(Class<?> declared) {
        boolean isKnown = ScalarShape.all().stream().anyMatch(scalar -> declared.isAssignableFrom(scalar.type()));
        return isKnown ? new OneOfShape(declared, ANYTHING) : null;
    }

    boolean isOpen() {
        return classes == ANYTHING;
    }

    @Override
    public void write(Object value, DocumentWriter out) {
        var unused = Shape.requireInstance(declared, value);
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
        return Shape.classOf(value).getName();
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
        return Shape.requireInstance(declared, value);
    }

    @Override
    public String describe() {
        return declared.getName() + (isOpen() ? " of anything" : " of " + classes.keySet());
    }
}
