/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.interceptor.SimpleKey;

/**
 * Reads what {@link KeyEncoder#encode} wrote. Texts come from other processes and are not trusted: of the classes that they
 * name only enums are used, and a result counts only if it has that very text again. Thread-safe.
 */
public final class KeyParser {

    private static final int DEEPEST = 32;

    private final @Nullable ClassLoader classLoader;

    /**
     * Creates a parser.
     *
     * @param classLoader knows the enums that the application has as keys
     */
    public KeyParser(@Nullable ClassLoader classLoader) {
        this.classLoader = classLoader;
    }

    /** The key, or {@code null} if this process cannot have it or the text is no key's. */
    @Nullable
    public Object parse(String text) {
        try {
            Object key = value(text, 0);
            return text.equals(KeyEncoder.encode(key)) ? key : null;
        } catch (RuntimeException | LinkageError ex) {
            return null;
        }
    }

    private @Nullable Object value(String text, int depth) {
        if (!text.startsWith("~")) {
            return text;
        }
        String rest = text.substring(2);
        return switch (text.charAt(1)) {
            case '~' -> text.substring(1);
            case 'X' -> characters(rest);
            case 'n' -> null;
            case 'L' -> Collections.unmodifiableList(elements(rest, depth + 1));
            case 'K' -> new SimpleKey(elements(rest, depth + 1).toArray());
            case 'E' -> constant(rest);
            case 'c' -> rest.charAt(0);
            case 'x' -> characters(rest).charAt(0);
            default -> scalar(text.substring(1));
        };
    }

    private static Object scalar(String text) {
        int end = text.startsWith("T") ? text.indexOf(' ') + 1 : 1;
        KeyScalar scalar = KeyScalar.BY_TAG.get(text.substring(0, end));
        if (scalar == null) {
            throw new IllegalArgumentException("no such type");
        }
        return scalar.parser().apply(text.substring(end));
    }

    private static String characters(String hex) {
        StringBuilder result = new StringBuilder(hex.length() / 4);
        for (int start = 0; start < hex.length(); start += 4) {
            result.append((char) HexFormat.fromHexDigits(hex, start, start + 4));
        }
        return result.toString();
    }

    private List<@Nullable Object> elements(String text, int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("too deep");
        }
        List<@Nullable Object> result = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            int colon = text.indexOf(':', start);
            int end = colon + 1 + Integer.parseInt(text, start, colon, 10);
            result.add(value(text.substring(colon + 1, end), depth));
            start = end;
        }
        return result;
    }

    /** A class is only initialised when it has turned out to be an enum. */
    private Object constant(String text) {
        int dot = text.lastIndexOf('.');
        String name = text.substring(dot + 1);
        for (Object constant : enumNamed(text.substring(0, dot)).getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("no such constant");
    }

    private Class<?> enumNamed(String name) {
        try {
            Class<?> type = Class.forName(name, false, classLoader);
            if (type.isEnum()) {
                return type;
            }
        } catch (ClassNotFoundException ex) {
            // This process has no such keys.
        }
        throw new IllegalArgumentException("no such enum");
    }
}
