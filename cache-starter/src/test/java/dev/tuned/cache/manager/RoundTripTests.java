/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.Product;
import dev.tuned.cache.Settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** What comes back from L2 equals what went in, or L2 is not used for it. */
@ExtendWith(OutputCaptureExtension.class)
class RoundTripTests {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    record Times(OffsetDateTime offset, ZonedDateTime zoned, Instant instant, LocalDateTime local, Duration duration) {}

    record Moments(LocalDate date, LocalTime time, YearMonth month, Period period, ZoneId zone, DayOfWeek day) {}

    record Numbers(BigDecimal decimal, BigInteger integer, double d, float f, long l, Double none, char c, byte b) {}

    record Texts(UUID id, Locale locale, Currency currency, URI uri, Optional<String> optional) {}

    record Collections1(Set<String> set, List<Optional<Integer>> list, Map<DayOfWeek, LocalDate> map, int[][] array) {}

    record Tree(String name, List<Tree> children) {}

    record Anything(@Nullable Object value) {}

    record Counted(Number number) {}

    record Some(Collection<String> values) {}

    record Sorted(TreeSet<String> names, TreeMap<Integer, String> map) {}

    /** Nothing but private state. */
    static final class Secret {

        private String word = "";
        private List<Instant> times = new ArrayList<>();

        Secret() {}

        Secret(String word) {
            this.word = word;
            this.times.add(Instant.ofEpochSecond(1, 123_456_789));
        }
    }

    /** A bean whose accessors do not give back its state. */
    static class Masked {

        private String number = "";

        public String getNumber() {
            return "****" + number.substring(number.length() - 1);
        }

        public void setNumber(String number) {
            this.number = number.trim();
        }

        public String getDescription() {
            return "a card";
        }
    }

    static class Forgetful {

        @JsonIgnore
        public int cost;

        public int price;
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    sealed interface Shape permits Circle, Square {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    static class Cat {
        public String name = "";
    }

    static class Lion extends Cat {
        public int roars;
    }

    record Zoo(Cat cat) {}

    /** Equal by its id, as entities are. */
    static class Account {
        long id = 7;

        @JsonIgnore
        String passwordHash = "secret";

        @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
        String pin = "secret";

        @JsonFormat(pattern = "yyyy-MM-dd HH:mm")
        LocalDateTime at = LocalDateTime.of(2026, 1, 2, 3, 4, 5);

        transient int tries = 3;

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Account account && account.id == id;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(id);
        }
    }

    record AccountHolder(Account account) {}

    static Stream<Arguments> same() {
        return Stream.of(
                arguments(
                        new TypeReference<Times>() {},
                        new Times(
                                OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 678_901_234, ZoneOffset.ofHoursMinutes(5, 30)),
                                ZonedDateTime.of(2026, 7, 2, 3, 4, 5, 6, BERLIN),
                                Instant.ofEpochSecond(1_700_000_000, 123_456_789),
                                LocalDateTime.of(2026, 1, 2, 3, 4, 5, 999_999_999),
                                Duration.ofNanos(1))),
                arguments(
                        new TypeReference<Times>() {},
                        new Times(
                                OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 0, ZoneOffset.UTC),
                                ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 6, ZoneOffset.UTC),
                                Instant.EPOCH,
                                LocalDateTime.of(2026, 1, 2, 3, 4),
                                Duration.ofDays(40))),
                arguments(
                        new TypeReference<ZonedDateTime>() {},
                        // The later of two hours that have the same local time.
                        ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 0, BERLIN).withLaterOffsetAtOverlap()),
                arguments(
                        new TypeReference<Moments>() {},
                        new Moments(
                                LocalDate.of(2026, 2, 28),
                                LocalTime.of(1, 2, 3, 4),
                                YearMonth.of(2026, 12),
                                Period.of(1, 2, 3),
                                BERLIN,
                                DayOfWeek.SUNDAY)),
                arguments(
                        new TypeReference<Numbers>() {},
                        new Numbers(
                                new BigDecimal("1.10"),
                                BigInteger.TWO.pow(200),
                                Double.MIN_VALUE,
                                0.1f,
                                Long.MAX_VALUE,
                                Double.NaN,
                                '\u2028',
                                (byte) -1)),
                arguments(
                        new TypeReference<Texts>() {},
                        new Texts(
                                new UUID(1, 2),
                                Locale.CANADA_FRENCH,
                                Currency.getInstance("EUR"),
                                URI.create("urn:a:b"),
                                Optional.of("x"))),
                arguments(
                        new TypeReference<Collections1>() {},
                        new Collections1(
                                new LinkedHashSet<>(List.of("z", "a", "m")),
                                List.of(Optional.of(1), Optional.empty()),
                                new EnumMap<>(Map.of(DayOfWeek.MONDAY, LocalDate.of(2026, 1, 1))),
                                new int[][] {{1}, {}, {2, 3}})),
                arguments(new TypeReference<Tree>() {}, new Tree("a", List.of(new Tree("b", List.of())))),
                arguments(new TypeReference<Sorted>() {}, new Sorted(new TreeSet<>(Set.of("b", "a")), new TreeMap<>())),
                arguments(new TypeReference<Shape>() {}, new Square(2)),
                arguments(new TypeReference<List<Shape>>() {}, List.of(new Square(2), new Circle(1))),
                arguments(new TypeReference<Zoo>() {}, new Zoo(new Cat())),
                arguments(new TypeReference<Anything>() {}, new Anything("text")),
                arguments(new TypeReference<Anything>() {}, new Anything(null)),
                arguments(new TypeReference<Anything>() {}, new Anything(5L)),
                arguments(new TypeReference<Anything>() {}, new Anything(LocalDate.EPOCH)),
                arguments(new TypeReference<Counted>() {}, new Counted(5L)),
                arguments(new TypeReference<Counted>() {}, new Counted(new BigDecimal("1.10"))),
                arguments(new TypeReference<Some>() {}, new Some(new HashSet<>(Set.of("a")))),
                arguments(new TypeReference<Some>() {}, new Some(new ArrayList<>(Set.of("a")))),
                arguments(new TypeReference<Map<String, Timestamp>>() {}, Map.of("a", nanos())),
                arguments(new TypeReference<Set<DayOfWeek>>() {}, EnumSet.allOf(DayOfWeek.class)),
                arguments(new TypeReference<Map<String, List<Long>>>() {}, Map.of("a", List.of(1L))),
                arguments(new TypeReference<byte[]>() {}, new byte[] {1, -2}),
                arguments(new TypeReference<List<byte[]>>() {}, List.of(new byte[] {1}, new byte[0])),
                arguments(new TypeReference<String>() {}, "null"),
                arguments(new TypeReference<Optional<String>>() {}, Optional.of("x")));
    }

    static Stream<Arguments> changed() {
        Lion lion = new Lion();
        lion.roars = 3;
        Forgetful forgetful = new Forgetful();
        forgetful.cost = 1;
        TreeSet<String> backwards = new TreeSet<>(Comparator.comparing(String::length));
        backwards.add("a");
        return Stream.of(
                arguments(new TypeReference<Anything>() {}, new Anything(new Cat()), "Anything.value"),
                arguments(
                        new TypeReference<Some>() {}, new Some(Map.of("a", "b").values()), "Some.values"),
                arguments(new TypeReference<TreeSet<String>>() {}, backwards, "TreeSet"),
                arguments(new TypeReference<Cat>() {}, lion, "Lion"),
                arguments(new TypeReference<Zoo>() {}, new Zoo(lion), "Zoo.cat"),
                arguments(new TypeReference<List<Cat>>() {}, List.of(lion), "Lion"),
                arguments(new TypeReference<Forgetful>() {}, forgetful, "Forgetful.cost"),
                arguments(new TypeReference<Account>() {}, new Account(), "Account"),
                arguments(new TypeReference<AccountHolder>() {}, new AccountHolder(new Account()), "Account"),
                arguments(new TypeReference<List<Account>>() {}, List.of(new Account()), "Account"),
                arguments(new TypeReference<Account[]>() {}, new Account[] {new Account()}, "Account"),
                arguments(new TypeReference<Map<String, Account>>() {}, Map.of("a", new Account()), "Account"),
                arguments(new TypeReference<Optional<Account>>() {}, Optional.of(new Account()), "Account"),
                arguments(new TypeReference<Secret>() {}, new Secret("secret"), "Secret.times"),
                arguments(new TypeReference<AtomicInteger>() {}, new AtomicInteger(3), "AtomicInteger"),
                arguments(new TypeReference<Pattern>() {}, Pattern.compile("a"), "Pattern"));
    }

    private static Timestamp nanos() {
        Timestamp timestamp = new Timestamp(0);
        timestamp.setNanos(123_456_789);
        return timestamp;
    }

    @ParameterizedTest
    @MethodSource
    void same(TypeReference<?> type, Object value, CapturedOutput output) throws Exception {
        try (TestRegion here = region(type);
                TestRegion elsewhere = region(type, here)) {
            here.region.load("key", () -> value);

            Object back = elsewhere.region.find("key").value();

            assertThat(back)
                    .usingRecursiveComparison()
                    // By default it compares with ==, to which NaN and -0.0 are special.
                    .withEqualsForType(Double::equals, Double.class)
                    .isEqualTo(value);
            assertThat(back).isNotSameAs(value).isNotNull();
            assertThat(output).doesNotContain("cannot be kept in L2");
        }
    }

    @ParameterizedTest
    @MethodSource
    void changed(TypeReference<?> type, Object value, String where, CapturedOutput output) throws Exception {
        try (TestRegion here = region(type);
                TestRegion elsewhere = region(type, here)) {
            here.region.load("key", () -> value);
            here.region.put("put", value);
            here.region.load("once more", () -> value);

            assertThat(elsewhere.region.find("key").isFound()).isFalse();
            assertThat(elsewhere.region.find("put").isFound()).isFalse();
            assertThat(here.inL1("key")).isSameAs(value);
            assertThat(here.inL1("put")).isSameAs(value);
            assertThat(here.store.documents.values())
                    .noneMatch(content -> new String(content, StandardCharsets.UTF_8).contains("secret"));
            assertThat(output.getOut().lines().filter(line -> line.contains("cannot be kept in L2")))
                    .as("one line of each process")
                    .hasSizeBetween(1, 2)
                    .allSatisfy(line -> assertThat(line).contains("WARN", "'products'", where));
        }
    }

    @Test
    void stateBehindAccessorsComesBackAsItIs() throws Exception {
        TypeReference<Masked> type = new TypeReference<>() {};
        try (TestRegion here = region(type);
                TestRegion elsewhere = region(type, here)) {
            Masked card = new Masked();
            card.setNumber("1234");
            here.region.load("key", () -> card);

            assertThat(elsewhere.region.find("key").value())
                    .isInstanceOfSatisfying(
                            Masked.class, back -> assertThat(back.number).isEqualTo("1234"));
        }
    }

    @Test
    void nullIsNothingThatCouldChange() throws Exception {
        TypeReference<Product> type = new TypeReference<>() {};
        try (TestRegion here = region(type);
                TestRegion elsewhere = region(type, here)) {
            here.region.load("key", () -> null);

            assertThat(elsewhere.region.find("key").isFound()).isTrue();
        }
    }

    @Test
    void valueThatRefersToItselfDoesNotHarm() throws Exception {
        List<Object> self = new ArrayList<>();
        self.add(Collections.singletonMap("self", self));
        TypeReference<List<Map<String, Object>>> type = new TypeReference<>() {};
        try (TestRegion here = region(type)) {
            assertThat(here.region.load("key", () -> self)).isSameAs(self);
            assertThat(here.store.documents.keySet()).noneMatch(id -> id.contains("key"));
        }
    }

    private static TestRegion region(TypeReference<?> type) {
        return new TestRegion(
                new TestRegion.Store(),
                Settings.plain(),
                MAPPER.getTypeFactory().constructType(type));
    }

    private static TestRegion region(TypeReference<?> type, TestRegion other) {
        return new TestRegion(
                other.store, Settings.plain(), MAPPER.getTypeFactory().constructType(type));
    }
}
