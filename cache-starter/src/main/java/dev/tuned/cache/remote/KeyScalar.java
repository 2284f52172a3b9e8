/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A type of keys whose text is what {@code toString} gives, and the way back.
 *
 * @param tag what stands before the text
 */
record KeyScalar(String tag, Class<?> type, Function<String, Object> parser) {

    static final Map<Class<?>, KeyScalar> BY_TYPE = Stream.of(
                    new KeyScalar("i", Integer.class, Integer::valueOf),
                    new KeyScalar("l", Long.class, Long::valueOf),
                    new KeyScalar("u", UUID.class, UUID::fromString),
                    new KeyScalar("s", Short.class, Short::valueOf),
                    new KeyScalar("b", Byte.class, Byte::valueOf),
                    new KeyScalar("z", Boolean.class, Boolean::valueOf),
                    new KeyScalar("d", Double.class, Double::valueOf),
                    new KeyScalar("f", Float.class, Float::valueOf),
                    new KeyScalar("I", BigInteger.class, BigInteger::new),
                    new KeyScalar("D", BigDecimal.class, BigDecimal::new),
                    temporal(Instant.class, Instant::parse),
                    temporal(LocalDate.class, LocalDate::parse),
                    temporal(LocalDateTime.class, LocalDateTime::parse),
                    temporal(LocalTime.class, LocalTime::parse),
                    temporal(OffsetDateTime.class, OffsetDateTime::parse),
                    temporal(OffsetTime.class, OffsetTime::parse),
                    temporal(Year.class, text -> Year.of(Integer.parseInt(text))),
                    temporal(YearMonth.class, KeyScalar::yearMonth),
                    temporal(ZonedDateTime.class, ZonedDateTime::parse))
            .collect(Collectors.toUnmodifiableMap(KeyScalar::type, Function.identity()));

    static final Map<String, KeyScalar> BY_TAG =
            BY_TYPE.values().stream().collect(Collectors.toUnmodifiableMap(KeyScalar::tag, Function.identity()));

    private static KeyScalar temporal(Class<?> type, Function<String, Object> parser) {
        return new KeyScalar("T" + type.getSimpleName() + ' ', type, parser);
    }

    /** Its own parser wants a plus sign before a year of five digits, which its text does not have. */
    private static YearMonth yearMonth(String text) {
        int dash = text.lastIndexOf('-');
        return YearMonth.of(Integer.parseInt(text, 0, dash, 10), Integer.parseInt(text, dash + 1, text.length(), 10));
    }
}
