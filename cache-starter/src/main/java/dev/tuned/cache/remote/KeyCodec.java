/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.util.ReflectionUtils;

/**
 * Cache keys as strings that are the same in every JVM and differ for any two keys that are not equal, and back.
 *
 * <p>A string stands for itself, everything else starts with a tilde and a letter for its type, so that {@code 1},
 * {@code 1L} and {@code "1"} stay different. A key of any other type has no such form ({@code toString()} promises
 * nothing). Thread-safe.
 */
public final class KeyCodec {

    private static final int MAX_DEPTH = 32;

    private static final Map<Class<?>, Scalar> BY_TYPE = Stream.of(
                    new Scalar("i", Integer.class, Integer::valueOf),
                    new Scalar("l", Long.class, Long::valueOf),
                    new Scalar("u", UUID.class, UUID::fromString),
                    new Scalar("s", Short.class, Short::valueOf),
                    new Scalar("b", Byte.class, Byte::valueOf),
                    new Scalar("z", Boolean.class, Boolean::valueOf),
                    new Scalar("d", Double.class, Double::valueOf),
                    new Scalar("f", Float.class, Float::valueOf),
                    new Scalar("I", BigInteger.class, BigInteger::new),
                    new Scalar("D", BigDecimal.class, BigDecimal::new),
                    temporal(Instant.class, Instant::parse),
                    temporal(LocalDate.class, LocalDate::parse),
                    temporal(LocalDateTime.class, LocalDateTime::parse),
                    temporal(LocalTime.class, LocalTime::parse),
                    temporal(OffsetDateTime.class, OffsetDateTime::parse),
                    temporal(OffsetTime.class, OffsetTime::parse),
                    temporal(Year.class, text -> Year.of(Integer.parseInt(text))),
                    temporal(YearMonth.class, KeyCodec::yearMonth),
                    temporal(ZonedDateTime.class, ZonedDateTime::parse))
            .collect(Collectors.toUnmodifiableMap(Scalar::type, Function.identity()));

    private static final Map<String, Scalar> BY_TAG =
            BY_TYPE.values().stream().collect(Collectors.toUnmodifiableMap(Scalar::tag, Function.identity()));

    /** Spring's key for several arguments shows them only through {@code toString()}, where "a, b" is ambiguous. */
    private static final @Nullable Field SIMPLE_KEY_PARAMS = simpleKeyParams();

    private final @Nullable ClassLoader classLoader;

    /**
     * Creates a codec.
     *
     * @param classLoader knows the enums that the application has as keys
     */
    public KeyCodec(@Nullable ClassLoader classLoader) {
        this.classLoader = classLoader;
    }

    /**
     * A type of keys whose text is what {@code toString} gives, and the way back.
     *
     * @param tag what stands before the text
     */
    private record Scalar(String tag, Class<?> type, Function<String, Object> parser) {}

    private static Scalar temporal(Class<?> type, Function<String, Object> parser) {
        return new Scalar("T" + type.getSimpleName() + ' ', type, parser);
    }

    /** Its own parser wants a plus sign before a year of five digits, which its text does not have. */
    private static YearMonth yearMonth(String text) {
        int dash = text.lastIndexOf('-');
        return YearMonth.of(Integer.parseInt(text, 0, dash, 10), Integer.parseInt(text, dash + 1, text.length(), 10));
    }

    private static @Nullable Field simpleKeyParams() {
        try {
            Field field = SimpleKey.class.getDeclaredField("params");
            field.setAccessible(true);
            return field;
        } catch (ReflectiveOperationException | RuntimeException ex) {
            return null;
        }
    }

    /** The text of a key, or {@code null} if it has none. */
    public static @Nullable String encode(@Nullable Object key) {
        if (key instanceof String string) {
            return text(string);
        }
        if (key instanceof List<?> list) {
            return elements("~L", list);
        }
        if (key != null && key.getClass() == SimpleKey.class) {
            Object params = (SIMPLE_KEY_PARAMS != null) ? ReflectionUtils.getField(SIMPLE_KEY_PARAMS, key) : null;
            return (params instanceof @Nullable Object[] array) ? elements("~K", Arrays.asList(array)) : null;
        }
        if (key instanceof Enum<?> constant) {
            return "~E" + constant.getDeclaringClass().getName() + '.' + constant.name();
        }
        if (key instanceof Character character) {
            return "~x" + hex(character.toString());
        }
        Scalar scalar = (key != null) ? BY_TYPE.get(key.getClass()) : null;
        return (scalar != null) ? '~' + scalar.tag() + key : (key == null) ? "~n" : null;
    }

    /** Half a surrogate pair has no UTF-8 form: two such keys could meet in one document. */
    private static String text(String string) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(string)) {
            return "~X" + hex(string);
        }
        return string.startsWith("~") ? '~' + string : string;
    }

    private static String hex(String string) {
        return string.chars()
                .mapToObj(character -> HexFormat.of().toHexDigits((char) character))
                .collect(Collectors.joining());
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

    /**
     * The key of a text, or {@code null} if this process cannot have it or the text is no key's. Texts come from other
     * processes and are not trusted: of the classes that they name only enums are used, and a result counts only if it has
     * that very text again.
     */
    @Nullable
    public Object decode(String text) {
        try {
            Object key = value(text, 0);
            return text.equals(encode(key)) ? key : null;
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
            case 'L' -> Collections.unmodifiableList(values(rest, depth + 1));
            case 'K' -> new SimpleKey(values(rest, depth + 1).toArray());
            case 'E' -> constant(rest);
            case 'x' -> characters(rest).charAt(0);
            default -> scalar(text.substring(1));
        };
    }

    private static Object scalar(String text) {
        int end = text.startsWith("T") ? text.indexOf(' ') + 1 : 1;
        Scalar scalar = BY_TAG.get(text.substring(0, end));
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

    private List<@Nullable Object> values(String text, int depth) {
        if (depth > MAX_DEPTH) {
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
    @SuppressWarnings({"unchecked", "rawtypes"})
    private Object constant(String text) {
        int dot = text.lastIndexOf('.');
        try {
            Class type = Class.forName(text.substring(0, dot), false, classLoader);
            if (type.isEnum()) {
                return Enum.valueOf(type, text.substring(dot + 1));
            }
        } catch (ClassNotFoundException ex) {
            // This process has no such keys.
        }
        throw new IllegalArgumentException("no such enum");
    }
}
