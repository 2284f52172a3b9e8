/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.util.IdentityHashMap;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes one document: bounded in depth, and each object once. For one thread. */
final class DocumentWriter {

    /** Objects inside objects. More is likely a chain that grows, and would need as much stack to be read. */
    static final int MAX_DEPTH = 200;

    private final JsonGenerator json;
    private final IdentityHashMap<Object, Object> seen = new IdentityHashMap<>();
    private int depth;

    DocumentWriter(JsonGenerator json) {
        this.json = json;
    }

    JsonGenerator json() {
        return json;
    }

    void value(Shape shape, @Nullable Object value) {
        if (value == null) {
            json.writeNull();
        } else {
            shape.write(value, this);
        }
    }

    /** Begins an object that may hold others. */
    void enter(Object object) {
        if (++depth > MAX_DEPTH) {
            throw new NotStorableException("The value is nested more than " + MAX_DEPTH + " deep");
        }
        if (seen.put(object, object) != null) {
            throw new NotStorableException(
                    "The value holds one " + object.getClass().getName() + " at two places");
        }
    }

    void exit() {
        depth--;
    }
}
