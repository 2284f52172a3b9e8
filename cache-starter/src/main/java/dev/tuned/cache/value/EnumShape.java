/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A constant: its name. No method that an enum may override is called. */
record EnumShape(Class<?> type) implements Shape {

    @Override
    public void write(Object value, DocumentWriter out) {
        Shape.requireClass(type, value);
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
