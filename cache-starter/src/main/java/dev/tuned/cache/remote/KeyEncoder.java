/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.util.ReflectionUtils;

/**
 * Writes a cache key as a string that is the same in every JVM and differs for any two keys that are not equal.
 *
 * <p>A string stands for itself, everything else starts with a tilde and a letter for its type, so that {@code 1},
 * {@code 1L} and {@code "1"} stay different. A key of any other type has no such form ({@code toString()} promises
 * nothing) and gets {@code null}.
 */
public final class KeyEncoder {

    private static final @Nullable Field SIMPLE_KEY_PARAMS = simpleKeyParams();

    private KeyEncoder() {}

    public static @Nullable String encode(@Nullable Object key) {
        if (key instanceof String string) {
            return text(string);
        }
        if (key instanceof List<?> list) {
            return elements("~L", list);
        }
        if (key != null && key.getClass() == SimpleKey.class) {
            return simpleKey(key);
        }
        if (key instanceof Enum<?> constant) {
            return "~E" + constant.getDeclaringClass().getName() + '.' + constant.name();
        }
        if (key instanceof Character character) {
            return encodable(character.toString()) ? "~c" + character : "~x" + hex(character.toString());
        }
        return (key != null) ? scalar(key) : "~n";
    }

    private static @Nullable String scalar(Object key) {
        KeyScalar scalar = KeyScalar.BY_TYPE.get(key.getClass());
        return (scalar != null) ? '~' + scalar.tag() + key : null;
    }

    private static String text(String string) {
        if (!encodable(string)) {
            return "~X" + hex(string);
        }
        return string.startsWith("~") ? '~' + string : string;
    }

    /** Half a surrogate pair has no UTF-8 form: two such keys could meet in one document. */
    private static boolean encodable(String string) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(string);
    }

    private static String hex(String string) {
        StringBuilder result = new StringBuilder(4 * string.length());
        for (int i = 0; i < string.length(); i++) {
            result.append(HexFormat.of().toHexDigits(string.charAt(i)));
        }
        return result.toString();
    }

    private static @Nullable String simpleKey(Object key) {
        Object params = (SIMPLE_KEY_PARAMS != null) ? ReflectionUtils.getField(SIMPLE_KEY_PARAMS, key) : null;
        return (params instanceof @Nullable Object[] array) ? elements("~K", Arrays.asList(array)) : null;
    }

    /** Each element with its length, so that no element can look like two. */
    private static @Nullable String elements(String tag, List<? extends @Nullable Object> elements) {
        StringBuilder result = new StringBuilder(tag);
        for (Object element : elements) {
            String encoded = encode(element);
            if (encoded == null) {
                return null;
            }
            result.append(encoded.length()).append(':').append(encoded);
        }
        return result.toString();
    }

    /** Spring's key for several arguments shows them only through {@code toString()}, where "a, b" is ambiguous. */
    private static @Nullable Field simpleKeyParams() {
        try {
            Field field = SimpleKey.class.getDeclaredField("params");
            field.setAccessible(true);
            return field;
        } catch (ReflectiveOperationException | RuntimeException ex) {
            return null;
        }
    }
}
