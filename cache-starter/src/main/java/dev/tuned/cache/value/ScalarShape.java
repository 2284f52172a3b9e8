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
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;

/**
 * The form of one class of the JDK whose objects are values: what is written has all that such an object is made of, which
 * was read in the source of each of these classes. Its name is part of documents.
 */
@SuppressWarnings("JavaUtilDate") // what applications have
record ScalarShape(Class<?> type, BiConsumer<JsonGenerator, Object> writer, Function<DocumentReader, Object> reader)
        implements Shape {

    /** Digits that are read in reasonable time. */
    private static final int MAX_DIGITS = 10_000;

    private static final Map<Class<?>, ScalarShape> BY_CLASS = new HashMap<>();

    static {
        add(String.class, JsonGenerator::writeString, DocumentReader::text);
        add(Boolean.class, JsonGenerator::writeBoolean, DocumentReader::truth);
        add(
                Integer.class,
                JsonGenerator::writeNumber,
                in -> in.expect(JsonToken.VALUE_NUMBER_INT).getIntValue());
        add(
                Long.class,
                JsonGenerator::writeNumber,
                in -> in.expect(JsonToken.VALUE_NUMBER_INT).getLongValue());
        add(
                byte[].class,
                ScalarShape::writeBytes,
                in -> in.expect(JsonToken.VALUE_STRING).getBinaryValue());
        text(Byte.class, Byte::valueOf);
        text(Short.class, Short::valueOf);
        // Half of a pair of characters has no form as text.
        text(Character.class, value -> "" + (short) (char) value, text -> (char) Short.parseShort(text));
        text(Float.class, Float::valueOf);
        text(Double.class, Double::valueOf);
        text(BigInteger.class, ScalarShape::digits, ScalarShape::integer);
        text(
                BigDecimal.class,
                value -> digits(value.unscaledValue()) + " " + value.scale(),
                text -> new BigDecimal(integer(part(text, 0)), Integer.parseInt(part(text, 1))));
        text(UUID.class, UUID::fromString);
        same(URI.class, URI::toString, URI::create);
        text(Currency.class, Currency::getInstance);
        same(Locale.class, Locale::toLanguageTag, Locale::forLanguageTag);
        text(LocalDate.class, LocalDate::parse);
        text(LocalTime.class, LocalTime::parse);
        text(LocalDateTime.class, LocalDateTime::parse);
        text(OffsetDateTime.class, OffsetDateTime::parse);
        text(OffsetTime.class, OffsetTime::parse);
        // Of two hours that have the same local time, the offset says which one it is.
        text(
                ZonedDateTime.class,
                value -> value.toLocalDateTime() + " " + value.getOffset() + " " + value.getZone(),
                text -> ZonedDateTime.ofStrict(
                        LocalDateTime.parse(part(text, 0)), ZoneOffset.of(part(text, 1)), ZoneId.of(part(text, 2))));
        text(Instant.class, Instant::parse);
        text(Duration.class, Duration::parse);
        text(Period.class, Period::parse);
        text(Year.class, text -> Year.of(Integer.parseInt(text)));
        // Its own text has no sign for years above 9999.
        text(YearMonth.class, value -> value.atDay(1).toString(), text -> YearMonth.from(LocalDate.parse(text)));
        text(MonthDay.class, MonthDay::parse);
        text(ZoneOffset.class, ZoneOffset::of);
        region(ZoneId.of("Europe/Paris").getClass());
        text(Date.class, ScalarShape::time, text -> new Date(Long.parseLong(text)));
        if (ClassUtils.isPresent("java.sql.Timestamp", null)) {
            Sql.add();
        }
    }

    /** Only loaded where the module {@code java.sql} is. */
    private static final class Sql {

        static void add() {
            text(java.sql.Date.class, ScalarShape::time, text -> new java.sql.Date(Long.parseLong(text)));
            text(java.sql.Time.class, ScalarShape::time, text -> new java.sql.Time(Long.parseLong(text)));
            text(java.sql.Timestamp.class, value -> value.getTime() + " " + value.getNanos(), text -> {
                java.sql.Timestamp value = new java.sql.Timestamp(Long.parseLong(part(text, 0)));
                value.setNanos(Integer.parseInt(part(text, 1)));
                return value;
            });
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> void add(
            Class<T> type, BiConsumer<JsonGenerator, T> writer, Function<DocumentReader, ? extends T> reader) {
        BY_CLASS.put(type, new ScalarShape(type, (BiConsumer<JsonGenerator, Object>) writer, (Function<
                        DocumentReader, Object>)
                reader));
    }

    private static <T> void text(Class<T> type, Function<T, String> toText, Function<String, T> fromText) {
        add(type, (json, value) -> json.writeString(toText.apply(value)), in -> fromText.apply(in.text()));
    }

    /** Whose text says all. */
    private static <T> void text(Class<T> type, Function<String, T> fromText) {
        text(type, Object::toString, fromText);
    }

    /** Whose text says all of most objects. */
    private static <T> void same(Class<T> type, Function<T, String> toText, Function<String, T> fromText) {
        text(
                type,
                value -> {
                    String text = toText.apply(value);
                    if (!fromText.apply(text).equals(value)) {
                        throw new NotStorableException("Of this " + type.getName() + " its text does not say all");
                    }
                    return text;
                },
                fromText);
    }

    /** Zones with a name, whose class is not public. */
    @SuppressWarnings("unchecked")
    private static void region(Class<?> type) {
        text((Class<ZoneId>) type, ZoneId::of);
    }

    /** The form of an exact class, or {@code null} if it is none of these. */
    static @Nullable ScalarShape of(Class<?> type) {
        return BY_CLASS.get(ClassUtils.resolvePrimitiveIfNecessary(type));
    }

    static Collection<ScalarShape> all() {
        return BY_CLASS.values();
    }

    @Override
    public void write(Object value, DocumentWriter out) {
        Shape.requireClass(type, value);
        if (value instanceof Date || (value instanceof byte[] bytes && bytes.length > 0)) {
            // The only ones that can be changed: two places that share one would see it.
            out.enter(value);
            out.exit();
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

    private static void writeBytes(JsonGenerator json, byte[] value) {
        if (value.length > ValueCodec.MAX_BYTES / 4 * 3) {
            throw new TooLargeException();
        }
        json.writeBinary(value);
    }

    private static String time(Date value) {
        return Long.toString(value.getTime());
    }

    private static String digits(BigInteger value) {
        if (value.bitLength() > 4 * MAX_DIGITS) {
            throw new NotStorableException("A number has more than " + MAX_DIGITS + " digits");
        }
        return value.toString(Character.MAX_RADIX);
    }

    private static BigInteger integer(String text) {
        if (text.length() > MAX_DIGITS) {
            throw new IllegalArgumentException("A number has too many digits");
        }
        return new BigInteger(text, Character.MAX_RADIX);
    }

    private static String part(String text, int index) {
        return text.split(" ", 3)[index];
    }
}
