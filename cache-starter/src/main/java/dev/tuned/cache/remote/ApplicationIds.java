/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/** Keys of documents that the application owns, from a pattern like {@code product::{key}}. */
final class ApplicationIds {

    /** What stands for the key in a pattern. */
    static final String KEY = "{key}";

    private final String pattern;

    ApplicationIds(String pattern) {
        this.pattern = pattern;
    }

    /** The document's key, or {@code null} where a cache key has no plain text or is too long for Couchbase. */
    @Nullable
    String of(Object key) {
        String text = text(key);
        if (text == null || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            return null;
        }
        String id = pattern.replace(KEY, text);
        int bytes = id.getBytes(StandardCharsets.UTF_8).length;
        return (bytes > 0 && bytes <= DocumentIds.MAX_BYTES) ? id : null;
    }

    private static @Nullable String text(Object key) {
        if (key instanceof Enum<?> constant) {
            return constant.name();
        }
        if (key instanceof BigDecimal number) {
            return number.toPlainString();
        }
        return (key instanceof String
                        || key instanceof Integer
                        || key instanceof Long
                        || key instanceof Short
                        || key instanceof Byte
                        || key instanceof BigInteger
                        || key instanceof UUID)
                ? key.toString()
                : null;
    }
}
