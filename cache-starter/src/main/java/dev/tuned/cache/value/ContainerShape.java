/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/**
 * An array, a collection, a map or an optional: {@code ["ArrayList", element, …]}, {@code ["HashMap", key, value, …]}.
 *
 * @param declared the type where it stands
 * @param first the form of elements, or of keys
 * @param second the form of a map's values
 */
record ContainerShape(
        Class<?> declared, Shape first, @Nullable Shape second) implements Shape {

    @Override
    public void write(Object value, DocumentWriter out) {
        var unused = Shape.requireInstance(declared, value);
        ContainerKind kind = ContainerKind.of(value, this);
        List<?> elements = ContainerKind.elements(value);
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
            out.exit();
        }
        if (value instanceof LinkedHashMap<?, ?> map && !(keysAreOfJdk() && ContainerKind.isInOrderOfInsertion(map))) {
            throw new NotStorableException("A java.util.LinkedHashMap may change its order when it is read");
        }
        out.json().writeEndArray();
    }

    /** Whether nothing of the application is called for a hash code. */
    private boolean keysAreOfJdk() {
        return first instanceof ScalarShape || isOfEnum() || (first instanceof OneOfShape several && several.isOpen());
    }

    boolean isOfEnum() {
        return first instanceof EnumShape;
    }

    /** The enum whose constants are its elements or keys. */
    @SuppressWarnings("rawtypes")
    Class constants() {
        return ((EnumShape) first).type();
    }

    Shape form(int index) {
        return (second == null || index % 2 == 0) ? first : second;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object read(DocumentReader in) {
        in.expect(JsonToken.START_ARRAY);
        ContainerKind kind = ContainerKind.named(in.nextText());
        List<@Nullable Object> elements = new ArrayList<>();
        while (in.hasNext()) {
            elements.add(in.value(form(elements.size())));
        }
        return Shape.requireInstance(declared, kind.make((List<Object>) (List<?>) elements, this));
    }

    @Override
    public String describe() {
        return declared.getName() + "<" + first.reference() + "," + ((second != null) ? second.reference() : "") + ">";
    }
}
