/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The form of one class of the JDK whose objects are values: what is written has all that such an object is made of, which
 * was read in the source of each of these classes. Its name is part of documents.
 */
@SuppressWarnings("JavaUtilDate") // what applications have
final class Scalar implements Shape {

    /** Digits that are read in reasonable time. */
    private static final int MAX_DIGITS = 10_000;

    private static final Map<Class<?>, Scalar> BY_CLASS = new HashMap<>();
    private static final Map<String, Scalar> BY_NAME = new HashMap<>();

    static {
        add(String.class, JsonGenerator::writeString, DocumentReader::text);
        add(Boolean.class, JsonGenerator::writeBoolean, Scalar::readBoolean);
        add(Byte.class, (json, value) -> json.writeNumber(value.shortValue()), in -> (byte) integer(in, -128, 127));
        add(Short.class, JsonGenerator::writeNumber, in -> (short) integer(in, Short.MIN_VALUE, Short.MAX_VALUE));
        add(Integer.class, JsonGenerator::writeNumber, in -> number(in).getIntValue());
        add(Long.class, JsonGenerator::writeNumber, in -> number(in).getLongValue());
        add(Character.class, (json, value) -> json.writeNumber((int) value), in -> (char) integer(in, 0, 0xFFFF));
        add(Float.class, (json, value) -> json.writeString(value.toString()), in -> Float.valueOf(in.text()));
        add(Double.class, (json, value) -> json.writeString(value.toString()), in -> Double.valueOf(in.text()));
        add(
                BigInteger.class,
                (json, value) -> json.writeString(digits(value).toString(Character.MAX_RADIX)),
                in -> new BigInteger(digits(in.text()), Character.MAX_RADIX));
        add(BigDecimal.class, Scalar::writeDecimal, in -> new BigDecimal(digits(in.text())));
        text(UUID.class, UUID::toString, UUID::fromString);
        text(URI.class, URI::toString, URI::create);
        text(Currency.class, Currency::getCurrencyCode, Currency::getInstance);
        text(Locale.class, Scalar::tag, Locale::forLanguageTag);
        text(LocalDate.class, LocalDate::toString, LocalDate::parse);
        text(LocalTime.class, LocalTime::toString, LocalTime::parse);
        text(LocalDateTime.class, LocalDateTime::toString, LocalDateTime::parse);
        text(OffsetDateTime.class, OffsetDateTime::toString, OffsetDateTime::parse);
        text(OffsetTime.class, OffsetTime::toString, OffsetTime::parse);
        text(ZonedDateTime.class, Scalar::zoned, Scalar::zoned);
        text(Instant.class, Instant::toString, Instant::parse);
        text(Duration.class, Duration::toString, Duration::parse);
        text(Period.class, Period::toString, Period::parse);
        text(Year.class, Year::toString, value -> Year.of(Integer.parseInt(value)));
        text(YearMonth.class, Scalar::yearMonth, Scalar::yearMonth);
        text(MonthDay.class, MonthDay::toString, MonthDay::parse);
        text(ZoneOffset.class, ZoneOffset::getId, ZoneOffset::of);
        region(ZoneId.of("Europe/Paris").getClass());
        add(
                Date.class,
                (json, value) -> json.writeNumber(value.getTime()),
                in -> new Date(number(in).getLongValue()));
        text(
                OptionalInt.class,
                value -> value.isPresent() ? Integer.toString(value.getAsInt()) : "",
                value -> value.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(value)));
        text(
                OptionalLong.class,
                value -> value.isPresent() ? Long.toString(value.getAsLong()) : "",
                value -> value.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value)));
        text(
                OptionalDouble.class,
                value -> value.isPresent() ? Double.toString(value.getAsDouble()) : "",
                value -> value.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(value)));
        if (ClassUtils.isPresent("java.sql.Timestamp", null)) {
            Sql.add();
        }
    }

    private final Class<?> type;
    private final BiConsumer<JsonGenerator, Object> writer;
    private final Function<DocumentReader, Object> reader;

    private Scalar(Class<?> type, BiConsumer<JsonGenerator, Object> writer, Function<DocumentReader, Object> reader) {
        this.type = type;
        this.writer = writer;
        this.reader = reader;
    }

    /** Only loaded where the module {@code java.sql} is. */
    private static final class Sql {

        static void add() {
            Scalar.text(java.sql.Timestamp.class, Sql::text, Sql::timestamp);
            Scalar.add(
                    java.sql.Date.class,
                    (json, value) -> json.writeNumber(value.getTime()),
                    in -> new java.sql.Date(number(in).getLongValue()));
            Scalar.add(
                    java.sql.Time.class,
                    (json, value) -> json.writeNumber(value.getTime()),
                    in -> new java.sql.Time(number(in).getLongValue()));
        }

        private static String text(java.sql.Timestamp value) {
            return value.getTime() + "+" + value.getNanos();
        }

        private static java.sql.Timestamp timestamp(String text) {
            int plus = text.indexOf('+');
            java.sql.Timestamp value = new java.sql.Timestamp(Long.parseLong(text.substring(0, plus)));
            value.setNanos(Integer.parseInt(text.substring(plus + 1)));
            return value;
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> void add(
            Class<T> type, BiConsumer<JsonGenerator, T> writer, Function<DocumentReader, ? extends T> reader) {
        Scalar scalar =
                new Scalar(type, (BiConsumer<JsonGenerator, Object>) writer, (Function<DocumentReader, Object>) reader);
        BY_CLASS.put(type, scalar);
        BY_NAME.put(type.getName(), scalar);
    }

    private static <T> void text(Class<T> type, Function<T, String> toText, Function<String, T> fromText) {
        add(type, (json, value) -> json.writeString(toText.apply(value)), in -> fromText.apply(in.text()));
    }

    /** Zones with a name, whose class is not public. */
    @SuppressWarnings("unchecked")
    private static void region(Class<?> type) {
        text((Class<ZoneId>) type, ZoneId::getId, ZoneId::of);
    }

    /** The form of an exact class, or {@code null} if it is none of these. */
    static @Nullable Scalar of(Class<?> type) {
        return BY_CLASS.get(ClassUtils.resolvePrimitiveIfNecessary(type));
    }

    static @Nullable Scalar named(String name) {
        return BY_NAME.get(name);
    }

    /** The classes of which an object may stand where another type is declared. */
    static List<Class<?>> assignableTo(Class<?> declared) {
        return BY_CLASS.keySet().stream().filter(declared::isAssignableFrom).toList();
    }

    @Override
    public void write(Object value, DocumentWriter out) {
        if (value.getClass() != type) {
            throw new NotStorableException("There is a " + value.getClass().getName() + " and not a " + type.getName());
        }
        if (value instanceof Date) {
            // The only ones that can be changed: two places that share one would see it.
            out.enter(value);
            out.leave();
        }
        writer.accept(out.json(), value);
    }

    @Override
    public Object read(DocumentReader in) {
        return reader.apply(in);
    }

    @Override
    public String describe() {
        return type.getName();
    }

    private static boolean readBoolean(DocumentReader in) {
        JsonToken token = in.json().currentToken();
        if (token != JsonToken.VALUE_TRUE) {
            in.expect(JsonToken.VALUE_FALSE);
        }
        return token == JsonToken.VALUE_TRUE;
    }

    private static JsonParser number(DocumentReader in) {
        in.expect(JsonToken.VALUE_NUMBER_INT);
        return in.json();
    }

    private static int integer(DocumentReader in, int min, int max) {
        int value = number(in).getIntValue();
        if (value < min || value > max) {
            throw new IllegalArgumentException("A number is out of its range");
        }
        return value;
    }

    private static BigInteger digits(BigInteger value) {
        if (value.bitLength() > 4 * MAX_DIGITS) {
            throw new NotStorableException("A number has more than " + MAX_DIGITS + " digits");
        }
        return value;
    }

    private static String digits(String text) {
        if (text.length() > 2 * MAX_DIGITS) {
            throw new IllegalArgumentException("A number has too many digits");
        }
        return text;
    }

    private static void writeDecimal(JsonGenerator json, BigDecimal value) {
        digits(value.unscaledValue());
        json.writeString(value.toString());
    }

    private static String tag(Locale locale) {
        String tag = locale.toLanguageTag();
        if (!Locale.forLanguageTag(tag).equals(locale)) {
            throw new NotStorableException("A java.util.Locale has no language tag");
        }
        return tag;
    }

    /** Of two hours that have the same local time, the offset says which one it is. */
    private static String zoned(ZonedDateTime time) {
        return time.toLocalDateTime() + " " + time.getOffset() + " " + time.getZone();
    }

    private static ZonedDateTime zoned(String text) {
        List<String> parts = Arrays.asList(text.split(" ", 3));
        return ZonedDateTime.ofStrict(
                LocalDateTime.parse(parts.get(0)), ZoneOffset.of(parts.get(1)), ZoneId.of(parts.get(2)));
    }

    /** Its own text has no sign for years above 9999. */
    private static String yearMonth(YearMonth value) {
        return value.atDay(1).toString();
    }

    private static YearMonth yearMonth(String text) {
        return YearMonth.from(LocalDate.parse(text));
    }
}
