/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cache.interceptor.SimpleKey;

import static org.assertj.core.api.Assertions.assertThat;

class KeyDecodingTests {

    private static final int KEYS = 20_000;

    private static final List<String> ZONES = ZoneId.getAvailableZoneIds().stream()
            .filter(zone -> !zone.startsWith("SystemV"))
            .sorted()
            .toList();

    private static final AtomicBoolean initialized = new AtomicBoolean();

    private final KeyCodec codec = new KeyCodec(KeyDecodingTests.class.getClassLoader());

    /** One maker per kind of key, each with every value that its kind can have. */
    private static final List<Function<Random, @Nullable Object>> KINDS = List.of(
            KeyDecodingTests::text,
            random -> (char) random.nextInt(0x10000),
            Random::nextInt,
            Random::nextLong,
            random -> (short) random.nextInt(),
            random -> (byte) random.nextInt(),
            Random::nextBoolean,
            random -> Double.longBitsToDouble(random.nextLong()),
            random -> Float.intBitsToFloat(random.nextInt()),
            random -> new BigInteger(random.nextInt(200), random).subtract(BigInteger.TEN),
            random -> new BigDecimal(new BigInteger(random.nextInt(100), random), random.nextInt(100) - 50),
            random -> new UUID(random.nextLong(), random.nextLong()),
            random -> DayOfWeek.of(1 + random.nextInt(7)),
            random -> TimeUnit.values()[random.nextInt(7)],
            random -> random.nextBoolean() ? WithBodies.ONE : WithBodies.OTHER,
            KeyDecodingTests::instant,
            random -> LocalDate.ofEpochDay(random.nextInt()),
            random -> LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000_000L)),
            random -> LocalDateTime.ofInstant(instant(random), ZoneOffset.UTC),
            random -> OffsetDateTime.ofInstant(instant(random), offset(random)),
            random -> OffsetTime.ofInstant(instant(random), offset(random)),
            random -> Year.of(random.nextInt(1_999_999_999) - 999_999_999),
            random -> YearMonth.of(random.nextInt(1_999_999_999) - 999_999_999, 1 + random.nextInt(12)),
            random -> ZonedDateTime.ofInstant(instant(random), ZoneId.of(ZONES.get(random.nextInt(ZONES.size())))),
            random -> ZonedDateTime.ofInstant(instant(random), offset(random)));

    enum WithBodies {
        ONE,
        OTHER {
            @Override
            public String toString() {
                return "another";
            }
        }
    }

    private static String text(Random random) {
        String alphabet = "~~:1aKL \n\u00e9\u20ac\ud83d\ude00\ud800";
        StringBuilder result = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            result.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return result.toString();
    }

    private static Instant instant(Random random) {
        long seconds = random.nextBoolean()
                ? random.nextLong(4_000_000_000L)
                : random.nextLong(60_000_000_000_000_000L) - 30_000_000_000_000_000L;
        return Instant.ofEpochSecond(seconds, random.nextBoolean() ? random.nextInt(1_000_000_000) : 0);
    }

    private static ZoneOffset offset(Random random) {
        return ZoneOffset.ofTotalSeconds(random.nextInt(2 * 64_800) - 64_800);
    }

    private static @Nullable Object key(Random random, int depth) {
        int kind = random.nextInt(KINDS.size() + ((depth < 3) ? 2 : 0));
        if (kind < KINDS.size()) {
            return KINDS.get(kind).apply(random);
        }
        List<@Nullable Object> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            elements.add((random.nextInt(10) == 0) ? null : key(random, depth + 1));
        }
        return (kind == KINDS.size()) ? elements : new SimpleKey(elements.toArray());
    }

    @Test
    void everyKeyThatHasATextComesBackFromIt() {
        Random random = new Random(20_261_121);
        int texts = 0;
        for (int i = 0; i < KEYS; i++) {
            Object key = key(random, 0);
            String text = KeyCodec.encode(key);
            if (text != null) {
                texts++;
                assertThat(codec.decode(text)).as(text).isEqualTo(key).hasSameHashCodeAs(key);
            }
        }
        assertThat(texts).isGreaterThan(KEYS / 2);
    }

    @Test
    void noKindIsLeftOut() {
        Random random = new Random(1);
        assertThat(KINDS).allSatisfy(kind -> {
            List<Object> came = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                String text = KeyCodec.encode(kind.apply(random));
                if (text != null) {
                    came.add(codec.decode(text));
                }
            }
            assertThat(came).isNotEmpty().doesNotContainNull();
        });
    }

    @Test
    void rareValuesComeBackToo() {
        for (Object key : new Object[] {
            "",
            "~",
            "~~",
            "~n",
            Double.NaN,
            -0.0,
            Float.NEGATIVE_INFINITY,
            Year.of(10_000),
            Year.of(-5),
            Instant.MAX,
            Instant.MIN,
            LocalDate.MAX,
            LocalDateTime.MIN,
            YearMonth.of(12_345, 6),
            YearMonth.of(-1, 1),
            SimpleKey.EMPTY,
            new SimpleKey((Object) null),
            Arrays.asList(1, null),
            List.of(),
            List.of(List.of(List.of())),
            ZonedDateTime.parse("2026-10-25T02:30+01:00[Europe/Berlin]"),
            ZonedDateTime.parse("2026-10-25T02:30+02:00[Europe/Berlin]")
        }) {
            assertThat(codec.decode(String.valueOf(KeyCodec.encode(key)))).isEqualTo(key);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "~",
                "~n",
                "~?1",
                "~i",
                "~i1x",
                "~i+1",
                "~i01",
                "~l99999999999999999999",
                "~zTRUE",
                "~c",
                "~cab",
                "~d1",
                "~u1-1-1-1-1",
                "~X0",
                "~X0061",
                "~xzzzz",
                "~L1",
                "~L1:",
                "~L-1:a",
                "~L2:a",
                "~L01:a",
                "~L1:ab",
                "~K9:a",
                "~Ejava.lang.String.x",
                "~Ejava.time.DayOfWeek.NODAY",
                "~Enone.Such.ONE",
                "~E",
                "~Ejava.time.DayOfWeek",
                "~E[I.x",
                "~TInstant",
                "~TInstant x",
                "~TLocalDate 2026-1-1",
                "~TMonthDay --01-01",
                "~TYearMonth 2026",
                "~TZonedDateTime 2026-10-25T02:30+05:00[Europe/Berlin]",
                "~D1E99999999999999"
            })
    void textThatIsNoKeysGivesNone(String text) {
        assertThat(codec.decode(text)).isNull();
    }

    @Test
    void randomTextsNeverThrowAndNeverGiveAKeyOfAnotherText() {
        Random random = new Random(2);
        String alphabet = "~~~LKETXxnilubszcdfID0123:: .-ajva";
        for (int i = 0; i < KEYS; i++) {
            StringBuilder text = new StringBuilder("~");
            for (int length = random.nextInt(20); length > 0; length--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            Object key = codec.decode(text.toString());
            if (key != null) {
                assertThat(KeyCodec.encode(key)).isEqualTo(text.toString());
            }
        }
    }

    @Test
    void nestingThatWouldExhaustTheStackIsNoKey() {
        String text = "a";
        for (int depth = 0; depth < 5_000; depth++) {
            text = "~L" + text.length() + ':' + text;
        }
        assertThat(codec.decode(text)).isNull();
    }

    /** Would leave a trace if a text of another process could initialise it. */
    static final class Bystander {

        static final Bystander ONE = new Bystander();

        private Bystander() {
            initialized.set(true);
        }
    }

    @Test
    void classThatIsNoEnumIsNotInitialised() {
        assertThat(codec.decode("~E" + KeyDecodingTests.class.getName() + "$Bystander.ONE"))
                .isNull();
        assertThat(initialized).isFalse();
        assertThat(Bystander.ONE).isNotNull();
        assertThat(initialized).isTrue();
    }
}
