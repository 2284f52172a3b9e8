/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads one document, strictly. For one thread. */
record DocumentReader(JsonParser json) {

    /** Reads the value whose first token is the current one. */
    @Nullable
    Object value(Shape shape) {
        return (json.currentToken() == JsonToken.VALUE_NULL) ? null : shape.read(this);
    }

    /** Reads the value whose first token is the next one. */
    @Nullable
    Object next(Shape shape) {
        json.nextToken();
        return value(shape);
    }

    /** As {@link #next}, where there has to be one. */
    Object required(Shape shape) {
        json.nextToken();
        return shape.read(this);
    }

    /** Whether the next token is not the end of the array; it is the current one then. */
    boolean hasNext() {
        return json.nextToken() != JsonToken.END_ARRAY;
    }

    boolean truth() {
        boolean isTrue = json.currentToken() == JsonToken.VALUE_TRUE;
        return isTrue || expect(JsonToken.VALUE_FALSE).getBooleanValue();
    }

    String text() {
        return expect(JsonToken.VALUE_STRING).getString();
    }

    String nextText() {
        return expectNext(JsonToken.VALUE_STRING).getString();
    }

    /** Requires that the current token is of a kind. */
    JsonParser expect(JsonToken token) {
        if (json.currentToken() != token) {
            throw new IllegalArgumentException("There is " + json.currentToken() + " and not " + token);
        }
        return json;
    }

    JsonParser expectNext(JsonToken token) {
        json.nextToken();
        return expect(token);
    }
}
