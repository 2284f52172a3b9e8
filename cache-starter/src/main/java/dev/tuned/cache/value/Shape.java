/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

/** The form of one type's values in a document. Thread-safe. */
interface Shape {

    /**
     * Writes a value.
     *
     * @throws RuntimeException if it would not come back as it is
     */
    void write(Object value, DocumentWriter out);

    /**
     * Reads a value, whose first token is the current one.
     *
     * @throws RuntimeException if there is no such value
     */
    Object read(DocumentReader in);

    /** All that has to be the same in another version of the application for its documents to be read. */
    String describe();

    /** Stands for it in the description of another one. */
    default String reference() {
        return describe();
    }

    /** The class that a value is declared as; a constant may have one of its own. */
    static Class<?> classOf(Object value) {
        return (value instanceof Enum<?> constant) ? constant.getDeclaringClass() : value.getClass();
    }

    static void requireClass(Class<?> type, Object value) {
        require(classOf(value) == type, type, value);
    }

    static Object requireInstance(Class<?> type, Object value) {
        require(type.isInstance(value), type, value);
        return value;
    }

    private static void require(boolean holds, Class<?> type, Object value) {
        if (!holds) {
            throw new NotStorableException(
                    "There is a " + value.getClass().getTypeName() + " and not a " + type.getTypeName());
        }
    }
}
