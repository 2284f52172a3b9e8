/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.values;

import java.io.File;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** One field for each shape of a value that applications cache. */
class Shapes {

    private static final Instant TIME = Instant.parse("2024-02-29T12:30:15.123456789Z");

    final OffsetDateTime offsetDateTime = OffsetDateTime.parse("2024-02-29T12:30:15.5+05:45");
    final ZonedDateTime zonedDateTime = ZonedDateTime.parse("2024-10-27T02:30+01:00[Europe/Berlin]");
    final Instant instant = TIME;
    final LocalDate localDate = LocalDate.of(2024, 2, 29);
    final LocalDateTime localDateTime = LocalDateTime.of(2024, 2, 29, 23, 59, 59, 999_999_999);
    final YearMonth yearMonth = YearMonth.of(2024, 2);
    final Duration duration = Duration.ofSeconds(3661, 5);
    final Period period = Period.of(1, 2, 3);
    final ZoneId zone = ZoneId.of("Asia/Kathmandu");
    final BigDecimal decimal = new BigDecimal("10.500");
    final BigDecimal largeDecimal = new BigDecimal("1E+400");
    final BigInteger integer = BigInteger.TWO.pow(200);
    final Timestamp timestamp = Timestamp.from(TIME);
    final java.sql.Date sqlDate = new java.sql.Date(1_709_164_800_000L);
    final Date date = Date.from(TIME);
    final Calendar calendar = calendar("Asia/Tokyo");
    final Optional<String> optional = Optional.of("there");
    final UUID uuid = UUID.fromString("00000000-0000-4000-8000-00000000000a");
    final URI uri = URI.create("https://example.com/a%20b?c=d#e");
    final TimeUnit enumeration = TimeUnit.DAYS;
    final Size enumWithBodies = Size.LARGE;
    final Point point = new Point(1, 2);
    final Pair<LocalDate, List<Point>> generic = new Pair<>(LocalDate.EPOCH, List.of(new Point(1, 2)));
    final Bean bean = new Bean().named("a").aged(7);
    final Secretive privateState = new Secretive("a", 7);
    final Immutable immutable = new Immutable("a", List.of(1, 2));
    final Holder objectOfLong = new Holder(5L);
    final Holder objectOfDate = new Holder(LocalDate.EPOCH);
    final Holder objectOfPoint = new Holder(new Point(1, 2));
    final Holder objectOfBytes = new Holder(new byte[] {1, 2});
    final Holder objectOfFloat = new Holder(1.5f);
    final Numeric numberOfLong = new Numeric(5L);
    final Numeric numberOfDecimal = new Numeric(new BigDecimal("1.50"));
    final Wild wildcard = new Wild(List.of(1L, LocalDate.EPOCH));
    final Attributes mapOfObjects = new Attributes(ordered("long", 5L, "date", LocalDate.EPOCH));
    final Group collectionOfSet = new Group(new TreeSet<>(List.of("b", "a")));
    final Group collectionOfList = new Group(new ArrayList<>(List.of("b", "a", "b")));
    final Sorted sortedSet = new Sorted(new TreeSet<>(List.of("b", "a")));
    final Sorted reversedSet = new Sorted(reversed("a", "b"));
    final Set<Point> set = Set.of(new Point(1, 2));
    final List<Integer> list = new ArrayList<>(Arrays.asList(1, null, 3));
    final List<Integer> fixedList = Arrays.asList(1, 2);
    final List<Integer> unmodifiableList = List.of(1, 2);
    final Map<Integer, String> intKeys = new TreeMap<>(Map.of(10, "a", 9, "b"));
    final Map<DayOfWeek, Integer> enumMap = new EnumMap<>(Map.of(DayOfWeek.MONDAY, 1));
    final Set<DayOfWeek> enumSet = EnumSet.of(DayOfWeek.SUNDAY, DayOfWeek.MONDAY);
    final Map<LocalDate, List<Point>> dateKeys = new TreeMap<>(Map.of(LocalDate.EPOCH, List.of(new Point(1, 2))));
    final String[] strings = {"a", null};
    final int[][] nestedArrays = {{1}, {}, {2, 3}};
    final byte[] bytes = {0, -1, 127};
    final Character character = 'ä';
    final Long number = Long.MAX_VALUE;
    final Double notANumber = Double.NaN;
    final Float precise = 0.1f;
    final String text = "a\u0000\"\\/\u2028";
    final String surrogates = "\ud83d\ude00";
    final String halfSurrogate = "\ud83d";
    final Immutable nullFields = new Immutable(null, null);
    final Node selfTyped = new Node("a", new Node("b", null));
    final Zoo polymorphic = new Zoo(List.of(new Circle("c", 5)));
    final Sealed sealedType = new Sealed.One(1);
    final Ignoring ignored = new Ignoring("shown", "hidden");
    final Fleeting transientState = new Fleeting("kept", "transient");
    final Renamed renamed = new Renamed("a");
    final BitSet bits = BitSet.valueOf(new long[] {5});
    final Locale locale = Locale.forLanguageTag("zh-Hant-TW");
    final Currency currency = Currency.getInstance("JPY");
    final Pattern pattern = Pattern.compile("a+", Pattern.CASE_INSENSITIVE);
    final File file = new File("a/b");
    final Path path = Path.of("a", "b");
    final Class<?> type = String.class;
    final AtomicInteger atomic = new AtomicInteger(5);
    final StringBuilder builder = new StringBuilder("abc");
    final Page<Point> page = new Page<>(List.of(new Point(1, 2)), 0, 1);
    final Derived derived = new Derived(3, 4);

    static List<Field> fields() {
        return Arrays.stream(Shapes.class.getDeclaredFields())
                .filter(field -> !java.lang.reflect.Modifier.isStatic(field.getModifiers()))
                .toList();
    }

    static String region(Field field) {
        return field.getName().replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    static String typeName(Field field) {
        String generic = field.getGenericType().getTypeName().replace(" ", "");
        return generic.contains("<") && !generic.contains("?")
                ? generic
                : field.getType().getName();
    }

    /** Says what it consists of. */
    interface Described {
        Object[] parts();
    }

    record Point(int x, int y) {}

    record Pair<A, B>(A one, B other) {}

    record Holder(Object value) implements Described {
        @Override
        public Object[] parts() {
            return new Object[] {value};
        }
    }

    record Numeric(Number value) implements Described {
        @Override
        public Object[] parts() {
            return new Object[] {value};
        }
    }

    record Wild(List<?> values) implements Described {
        @Override
        public Object[] parts() {
            return new Object[] {values};
        }
    }

    record Attributes(Map<String, Object> values) implements Described {
        @Override
        public Object[] parts() {
            return new Object[] {values};
        }
    }

    record Group(Collection<String> values) implements Described {
        @Override
        public Object[] parts() {
            return new Object[] {values};
        }
    }

    record Sorted(SortedSet<String> values) implements Described {
        @Override
        public Object[] parts() {
            return new Object[] {values};
        }
    }

    record Node(String name, @Nullable Node next) {}

    record Zoo(List<Text> inhabitants) {}

    record Derived(int width, int height) {
        public int getArea() {
            return width * height;
        }
    }

    enum Size {
        SMALL,
        LARGE {
            @Override
            boolean isLarge() {
                return true;
            }
        };

        boolean isLarge() {
            return false;
        }
    }

    interface Text {}

    record Circle(String name, int radius) implements Text {}

    sealed interface Sealed {
        record One(int value) implements Sealed {}

        record Two(String value) implements Sealed {}
    }

    /** With getters and setters. */
    static class Bean implements Described {
        private String name = "";
        private int age;

        Bean named(String newName) {
            name = newName;
            return this;
        }

        Bean aged(int newAge) {
            age = newAge;
            return this;
        }

        public String getName() {
            return name;
        }

        public void setName(String newName) {
            name = newName;
        }

        public int getAge() {
            return age;
        }

        public void setAge(int newAge) {
            age = newAge;
        }

        @Override
        public Object[] parts() {
            return new Object[] {name, age};
        }
    }

    /** Without. */
    static class Secretive implements Described {
        private String name = "initial";
        private int age;

        Secretive() {}

        Secretive(String name, int age) {
            this.name = name;
            this.age = age;
        }

        @Override
        public Object[] parts() {
            return new Object[] {name, age};
        }
    }

    /** Getters and a constructor. */
    static final class Immutable implements Described {
        private final @Nullable String name;
        private final @Nullable List<Integer> numbers;

        Immutable(@Nullable String name, @Nullable List<Integer> numbers) {
            this.name = name;
            this.numbers = numbers;
        }

        public @Nullable String getName() {
            return name;
        }

        public @Nullable List<Integer> getNumbers() {
            return numbers;
        }

        @Override
        public Object[] parts() {
            return new Object[] {name, numbers};
        }
    }

    /** Hides a field from its JSON. */
    static class Ignoring implements Described {
        public String shown = "";

        @JsonIgnore
        public String hidden = "";

        Ignoring() {}

        Ignoring(String shown, String hidden) {
            this.shown = shown;
            this.hidden = hidden;
        }

        @Override
        public Object[] parts() {
            return new Object[] {shown, hidden};
        }
    }

    /** Has a transient field. */
    static class Fleeting implements Described {
        public String kept = "";
        public transient String cached = "";

        Fleeting() {}

        Fleeting(String kept, String cached) {
            this.kept = kept;
            this.cached = cached;
        }

        @Override
        public Object[] parts() {
            return new Object[] {kept, cached};
        }
    }

    record Renamed(@JsonProperty("other") String name) {}

    /** One page of a result. */
    static class Page<T> implements Described {
        private final List<T> content;
        private final int number;
        private final long total;

        Page(List<T> content, int number, long total) {
            this.content = content;
            this.number = number;
            this.total = total;
        }

        public List<T> getContent() {
            return content;
        }

        public int getNumber() {
            return number;
        }

        public long getTotalElements() {
            return total;
        }

        public boolean isLast() {
            return true;
        }

        @Override
        public Object[] parts() {
            return new Object[] {content, number, total};
        }
    }

    private static Map<String, Object> ordered(String one, Object oneValue, String other, Object otherValue) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(one, oneValue);
        map.put(other, otherValue);
        return map;
    }

    private static SortedSet<String> reversed(String... values) {
        SortedSet<String> set = new TreeSet<>(java.util.Comparator.reverseOrder());
        set.addAll(List.of(values));
        return set;
    }

    private static Calendar calendar(String zone) {
        Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone(zone));
        calendar.setTimeInMillis(TIME.toEpochMilli());
        return calendar;
    }
}
