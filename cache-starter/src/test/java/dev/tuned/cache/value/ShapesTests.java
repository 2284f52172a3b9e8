/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.sql.Timestamp;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.JsonView;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.http.ResponseEntity;
import org.springframework.util.LinkedCaseInsensitiveMap;
import org.springframework.util.LinkedMultiValueMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.std.StdSerializer;

import static org.assertj.core.api.Assertions.assertThat;

/** What comes back is what went in, by each field and each class, or there is no document of it. */
@SuppressWarnings({
    "JdkObsolete",
    "JavaUtilDate",
    "deprecation",
    "UnusedVariable",
    "UnusedMethod",
    "EffectivelyPrivate",
    "ClassCanBeStatic",
    "MultipleTopLevelClasses",
    "StaticAssignmentInConstructor"
})
class ShapesTests {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    // Entities and what C1 saw

    /** As an entity is equal: by its id. */
    static class ById {
        public long id = 7;

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof ById by && by.id == id;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(id);
        }
    }

    static class Account extends ById {
        public String name = "ann";

        @JsonIgnore
        public String passwordHash = "secret-hash";
    }

    static class WithPin extends ById {
        @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
        public String pin = "secret-pin";
    }

    static class ReadOnly extends ById {
        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        public String seen = "seen";
    }

    static class Formatted extends ById {
        @JsonFormat(pattern = "yyyy-MM-dd HH:mm")
        public LocalDateTime at = LocalDateTime.of(2026, 1, 2, 3, 4, 5, 6);
    }

    static class Counting extends ById {
        public transient int tries = 3;
    }

    @JsonIgnoreProperties("token")
    static class IgnoresByClass {
        public String name = "n";
        public String token = "secret-token";
    }

    static class IgnoresInside {
        @JsonIgnoreProperties("pin")
        public Plain plain = new Plain();
    }

    static class IgnoresByGetter {
        private String password = "secret-word";

        @JsonIgnore
        public String getPassword() {
            return password;
        }
    }

    /** The field has another name than the getter that is ignored. */
    static class IgnoresByOtherName {
        private String pw = "secret-pw";
        private String name = "n";

        @JsonIgnore
        public String getPassword() {
            return pw;
        }

        public String getName() {
            return name;
        }
    }

    interface Internal {}

    static class InView {
        public String name = "n";

        @JsonView(Internal.class)
        public String salary = "secret-salary";
    }

    static class Masked {
        @JsonSerialize(using = Stars.class)
        public String card = "secret-card";
    }

    static class Stars extends StdSerializer<String> {

        Stars() {
            super(String.class);
        }

        @Override
        public void serialize(String value, JsonGenerator json, SerializationContext context) {
            json.writeString("***");
        }
    }

    static class MixedIn {
        public String secret = "secret-mixed";
        public String name = "n";
    }

    abstract static class HidesSecret {
        @JsonIgnore
        public String secret = "";
    }

    // Ordinary classes

    static class Plain {
        public int number = 5;
        public @Nullable String text = "x";
        public List<String> list = new ArrayList<>(List.of("a"));
    }

    static class Sub extends Plain {
        public double more = 0.1;
    }

    static class Hides extends Plain {
        public int number = 6;
    }

    static class Generic<T> {
        @Nullable
        public T value;

        public List<T> values = new ArrayList<>();

        static <T> Generic<T> of(T value) {
            Generic<T> generic = new Generic<>();
            generic.value = value;
            return generic;
        }
    }

    static class Node {
        public String name = "";

        @Nullable
        public Node next;

        public Map<String, Node> children = new LinkedHashMap<>();

        static Node of(String name, @Nullable Node next) {
            Node node = new Node();
            node.name = name;
            node.next = next;
            return node;
        }
    }

    record Pair<A, B>(A left, B right) {}

    record Components(int i, long l, short s, byte b, char c, boolean z, float f, double d) {}

    record Texts(String text, @Nullable String none) {}

    record Copies(List<String> list, Set<Integer> set, Map<String, Integer> map) {
        Copies {
            list = List.copyOf(list);
            set = Set.copyOf(set);
            map = Map.copyOf(map);
        }
    }

    @SuppressWarnings("ArrayRecordComponent")
    record DefensiveCopies(List<String> list, int[] numbers) {
        DefensiveCopies {
            list = new ArrayList<>(list);
            numbers = numbers.clone();
        }
    }

    record Increments(int number) {
        Increments {
            number = number + 1;
        }
    }

    record NoComponents() {}

    record Any(@Nullable Object value) {}

    record Numbers(List<Number> numbers) {}

    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    record Snake(String firstName, int ageInYears) {}

    @JsonPropertyOrder({"z", "a"})
    record Renamed(
            @JsonProperty("x") String a, @JsonProperty("y") String z) {}

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    record Sparse(int zero, @Nullable String none, List<String> empty) {}

    record Unwrapped(@JsonUnwrapped Texts texts, int number) {}

    static final class Immutable {
        public final String name;
        public final int number;

        Immutable(@JsonProperty("name") String name, @JsonProperty("number") int number) {
            this.name = name;
            this.number = number;
        }
    }

    static final class Trims {
        public final String name;

        Trims(@JsonProperty("name") String name) {
            this.name = name + "!";
        }
    }

    static final class NoWayBack {
        public final String name;

        NoWayBack(StringBuilder builder) {
            this.name = builder.toString();
        }
    }

    record Money(@JsonValue String text) {}

    sealed interface Figure permits Circle, Box, Point {}

    record Circle(int radius) implements Figure {}

    record Box(int width, int height) implements Figure {}

    enum Point implements Figure {
        ORIGIN
    }

    sealed interface Expression permits Constant, Sum {}

    record Constant(int value) implements Expression {}

    record Sum(Expression left, Expression right) implements Expression {}

    @JsonSubTypes({@JsonSubTypes.Type(Dog.class), @JsonSubTypes.Type(Cow.class)})
    abstract static class Animal {
        public String name = "n";
    }

    static class Dog extends Animal {
        public int bones = 2;
    }

    static class Cow extends Animal {
        public double milk = 1.5;
    }

    interface Anyone {}

    static class Someone implements Anyone {
        public int number = 1;
    }

    static class HasAnyone {
        public Anyone anyone = new Someone();
    }

    enum Colour {
        RED,
        GREEN {
            @Override
            String tone() {
                return "leaf";
            }
        };

        String tone() {
            return "blood";
        }

        @Override
        public String toString() {
            return tone();
        }
    }

    record Coloured(Colour colour, Set<Colour> colours, Map<Colour, Colour> map) {}

    static class Titled extends ArrayList<String> {
        public long total = 9;
    }

    static class Owned extends HashMap<String, String> {
        public String owner = "o";
    }

    static class HasTitled {
        public List<String> names = new Titled();
    }

    static class Singleton {
        static final Singleton INSTANCE = new Singleton();

        private Singleton() {}
    }

    class Inner {
        public int number = 1;
    }

    static class Lazy {
        public final kotlinx.Delegate delegate = new kotlinx.Delegate();
    }

    /** Stands for a library's class that computes its value when it is asked. */
    static final class kotlinx {

        static final class Delegate {
            @Nullable
            Runnable initializer = () -> {};

            @Nullable
            Object computed;
        }
    }

    /** Before enums: compared by being the same. */
    static final class Status {
        static final Status OPEN = new Status("open");

        public String name;

        Status(@JsonProperty("name") String name) {
            this.name = name;
        }
    }

    static final class Amount {
        static final Amount ZERO = new Amount();

        public int number;

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Amount amount && amount.number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    /** Holds ever more types. */
    static class Endless<T> {
        public @Nullable T value;
        public @Nullable Endless<List<T>> next;
    }

    record Keyed(String name) {}

    interface Greets {
        String greet();
    }

    /** Of anybody's class, such as one that asks a database as soon as anything is asked of it. */
    private static <T> T hostile(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                ShapesTests.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    throw new AssertionError("called: " + method);
                }));
    }

    private static class HostileSet extends TreeSet<String> {

        @Override
        public Iterator<String> iterator() {
            throw new AssertionError("called");
        }

        @Override
        public Comparator<? super String> comparator() {
            throw new AssertionError("called");
        }
    }

    /** Who calls any of its methods is found out. */
    static class Hostile {
        public int number = 1;
        public List<Object> list = new ArrayList<>();

        public int getNumber() {
            throw new AssertionError("called");
        }

        @Override
        @SuppressWarnings("EqualsUnsafeCast")
        public boolean equals(@Nullable Object other) {
            throw new AssertionError("called");
        }

        @Override
        public int hashCode() {
            throw new AssertionError("called");
        }

        @Override
        public String toString() {
            throw new AssertionError("called");
        }
    }

    /**
     * A value of a type.
     *
     * @param kept whether there is a document
     * @param why part of the reason why there is none
     */
    record Case(TypeReference<?> type, Object value, boolean kept, String why) {

        @Override
        public String toString() {
            return type.getType().getTypeName() + " " + value.getClass().getName() + (kept ? "" : ": " + why);
        }
    }

    static Case kept(TypeReference<?> type, Object value) {
        return new Case(type, value, true, "");
    }

    static Case refused(TypeReference<?> type, Object value, String why) {
        return new Case(type, value, false, why);
    }

    /** Values of the JDK, each with its declared type. */
    private static Map<TypeReference<?>, List<Object>> scalars() {
        Map<TypeReference<?>, List<Object>> values = new LinkedHashMap<>();
        values.put(
                new TypeReference<String>() {}, List.of("", "a\u0000\"\\\n\u2028\ud83d\ude00", "a\ud800", "\udc00b"));
        values.put(new TypeReference<Boolean>() {}, List.of(true, false));
        values.put(new TypeReference<Byte>() {}, List.of(Byte.MIN_VALUE));
        values.put(new TypeReference<Short>() {}, List.of(Short.MAX_VALUE));
        values.put(new TypeReference<Integer>() {}, List.of(Integer.MIN_VALUE));
        values.put(new TypeReference<Long>() {}, List.of(Long.MAX_VALUE, 5L));
        values.put(new TypeReference<Character>() {}, List.of('\ud800'));
        values.put(new TypeReference<Float>() {}, List.of(0.1f, -0.0f, Float.NaN));
        values.put(
                new TypeReference<Double>() {},
                List.of(0.1, -0.0, Double.NaN, Double.NEGATIVE_INFINITY, Double.MIN_VALUE));
        values.put(
                new TypeReference<BigInteger>() {},
                List.of(BigInteger.TWO.pow(5000).negate()));
        values.put(
                new TypeReference<BigDecimal>() {},
                List.of(
                        new BigDecimal("1.10"),
                        new BigDecimal("1E+3"),
                        new BigDecimal("0E-9"),
                        new BigDecimal(BigInteger.ONE, Integer.MIN_VALUE),
                        new BigDecimal(BigInteger.TEN, Integer.MAX_VALUE)));
        values.put(new TypeReference<UUID>() {}, List.of(new UUID(1, -2)));
        values.put(new TypeReference<URI>() {}, List.of(URI.create("urn:a:%20b?c#d")));
        values.put(new TypeReference<Currency>() {}, List.of(Currency.getInstance("EUR")));
        values.put(
                new TypeReference<Locale>() {},
                List.of(Locale.CANADA_FRENCH, Locale.ROOT, Locale.forLanguageTag("zh-Hans-CN-u-ca-chinese")));
        values.put(new TypeReference<LocalDate>() {}, List.of(LocalDate.of(12026, 2, 28), LocalDate.MIN));
        values.put(new TypeReference<LocalTime>() {}, List.of(LocalTime.of(1, 0), LocalTime.MAX));
        values.put(new TypeReference<LocalDateTime>() {}, List.of(LocalDateTime.MAX, LocalDateTime.MIN));
        values.put(
                new TypeReference<OffsetDateTime>() {},
                List.of(OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 678_901_234, ZoneOffset.ofHoursMinutes(5, 30))));
        values.put(new TypeReference<OffsetTime>() {}, List.of(OffsetTime.MAX, OffsetTime.MIN));
        values.put(
                new TypeReference<ZonedDateTime>() {},
                List.of(
                        ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 0, BERLIN).withLaterOffsetAtOverlap(),
                        ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 6, ZoneOffset.UTC)));
        values.put(
                new TypeReference<Instant>() {},
                List.of(Instant.MAX, Instant.MIN, Instant.ofEpochSecond(1, 123_456_789)));
        values.put(
                new TypeReference<Duration>() {},
                List.of(Duration.ofSeconds(-1, 5), Duration.ZERO, Duration.ofSeconds(Long.MIN_VALUE)));
        values.put(
                new TypeReference<Period>() {},
                List.of(Period.of(1, -2, 40), Period.ZERO, Period.of(Integer.MIN_VALUE, 0, 0)));
        values.put(new TypeReference<Year>() {}, List.of(Year.of(-44), Year.of(Year.MAX_VALUE)));
        values.put(new TypeReference<YearMonth>() {}, List.of(YearMonth.of(12026, 12), YearMonth.of(5, 1)));
        values.put(new TypeReference<MonthDay>() {}, List.of(MonthDay.of(2, 29)));
        values.put(new TypeReference<ZoneId>() {}, List.of(BERLIN, ZoneOffset.UTC, ZoneId.of("UTC+01:00")));
        values.put(new TypeReference<ZoneOffset>() {}, List.of(ZoneOffset.ofTotalSeconds(-3723)));
        values.put(new TypeReference<DayOfWeek>() {}, List.of(DayOfWeek.SUNDAY));
        values.put(new TypeReference<Date>() {}, List.of(new Date(-1)));
        Timestamp timestamp = new Timestamp(-1);
        timestamp.setNanos(123_456_789);
        values.put(new TypeReference<Timestamp>() {}, List.of(timestamp));
        values.put(new TypeReference<java.sql.Date>() {}, List.of(new java.sql.Date(86_400_000)));
        return values;
    }

    /** Each value of the JDK alone, in a record, a collection, a map, and where the type leaves it open. */
    static Stream<Case> scalarsEverywhere() {
        List<Case> cases = new ArrayList<>();
        scalars()
                .forEach((type, values) -> values.forEach(value -> {
                    JavaType java = MAPPER.getTypeFactory().constructType(type);
                    cases.add(kept(type, value));
                    if (value instanceof Date) {
                        // Can be changed, so that it may stand at one place only.
                        cases.add(kept(new TypeReference<Any>() {}, new Any(value)));
                        return;
                    }
                    cases.add(kept(
                            of(MAPPER.getTypeFactory().constructParametricType(Pair.class, java, java)),
                            new Pair<>(value, value)));
                    cases.add(kept(
                            of(MAPPER.getTypeFactory().constructCollectionType(List.class, java)),
                            List.of(value, value, value)));
                    cases.add(kept(
                            of(MAPPER.getTypeFactory().constructMapType(Map.class, java, java)),
                            new HashMap<>(Map.of(value, value))));
                    cases.add(kept(
                            of(MAPPER.getTypeFactory().constructReferenceType(Optional.class, java)),
                            Optional.of(value)));
                    if (!(value instanceof Enum<?>)) {
                        cases.add(kept(new TypeReference<Any>() {}, new Any(value)));
                    }
                }));
        return cases.stream();
    }

    private static TypeReference<Object> of(JavaType type) {
        return new TypeReference<>() {
            @Override
            public java.lang.reflect.Type getType() {
                return type;
            }
        };
    }

    /** Each collection alone, in a field that declares less, and where the type leaves it open. */
    static Stream<Case> collections() {
        TreeSet<String> reverse = new TreeSet<>(Comparator.reverseOrder());
        reverse.addAll(List.of("a", "b"));
        TreeSet<String> ignoringCase = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        ignoringCase.addAll(List.of("b", "A"));
        List<Collection<String>> collections = List.of(
                new ArrayList<>(List.of("b", "a")),
                new LinkedList<>(List.of("b", "a")),
                new ArrayDeque<>(List.of("b", "a")),
                new CopyOnWriteArrayList<>(List.of("b", "a")),
                new HashSet<>(List.of("b", "a", "c")),
                new LinkedHashSet<>(List.of("z", "a", "m")),
                new TreeSet<>(List.of("b", "a")),
                reverse,
                ignoringCase,
                List.of(),
                List.of("a"),
                List.of("b", "a"),
                List.of("c", "b", "a"),
                Stream.of("c", "b", "a").toList(),
                Stream.of("b", "a").toList(),
                Arrays.asList("b", "a"),
                Set.of(),
                Set.of("a"),
                Set.of("a", "b", "c"),
                Collections.emptyList(),
                Collections.emptySet(),
                Collections.singletonList("a"),
                Collections.singleton("a"),
                Stream.of("a", "b").collect(Collectors.toUnmodifiableSet()));
        List<Case> cases = new ArrayList<>();
        for (Collection<String> each : collections) {
            cases.add(kept(new TypeReference<Collection<String>>() {}, each));
            cases.add(kept(new TypeReference<Any>() {}, new Any(each)));
            cases.add(kept(new TypeReference<Pair<Iterable<String>, Object>>() {}, new Pair<>(each, "x")));
            if (each instanceof List<?>) {
                cases.add(kept(new TypeReference<List<String>>() {}, each));
            }
            if (each instanceof SortedSet<?>) {
                cases.add(kept(new TypeReference<SortedSet<String>>() {}, each));
            }
        }
        TreeMap<String, Integer> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sorted.put("B", 1);
        sorted.put("a", 2);
        List<Map<String, Integer>> maps = List.of(
                new HashMap<>(Map.of("a", 1, "b", 2)),
                new LinkedHashMap<>(Map.of("z", 1)),
                new TreeMap<>(Map.of("b", 1, "a", 2)),
                sorted,
                new ConcurrentHashMap<>(Map.of("a", 1)),
                Map.of(),
                Map.of("a", 1),
                Map.of("a", 1, "b", 2),
                Collections.emptyMap(),
                Collections.singletonMap("a", 1));
        for (Map<String, Integer> each : maps) {
            cases.add(kept(new TypeReference<Map<String, Integer>>() {}, each));
            cases.add(kept(new TypeReference<Any>() {}, new Any(each)));
        }
        List<@Nullable String> nulls = new ArrayList<>();
        nulls.add(null);
        cases.add(kept(new TypeReference<List<String>>() {}, nulls));
        cases.add(kept(new TypeReference<List<String>>() {}, nulls.stream().toList()));
        cases.add(kept(new TypeReference<Set<DayOfWeek>>() {}, EnumSet.of(DayOfWeek.MONDAY)));
        cases.add(kept(new TypeReference<EnumSet<DayOfWeek>>() {}, EnumSet.noneOf(DayOfWeek.class)));
        cases.add(kept(
                new TypeReference<Map<DayOfWeek, Month>>() {}, new EnumMap<>(Map.of(DayOfWeek.MONDAY, Month.MAY))));
        cases.add(kept(new TypeReference<EnumMap<DayOfWeek, Month>>() {}, new EnumMap<>(DayOfWeek.class)));
        cases.add(kept(
                new TypeReference<Map<LocalDate, List<Map<Integer, String>>>>() {},
                new TreeMap<>(Map.of(LocalDate.EPOCH, List.of(Map.of(1, "x"))))));
        return cases.stream();
    }

    static Stream<Case> arrays() {
        return Stream.of(
                kept(new TypeReference<byte[]>() {}, new byte[] {1, -2}),
                kept(new TypeReference<int[]>() {}, new int[] {1, -2}),
                kept(new TypeReference<long[]>() {}, new long[0]),
                kept(new TypeReference<char[]>() {}, "ab".toCharArray()),
                kept(new TypeReference<double[]>() {}, new double[] {Double.NaN, -0.0}),
                kept(new TypeReference<float[]>() {}, new float[] {0.1f}),
                kept(new TypeReference<boolean[]>() {}, new boolean[] {true}),
                kept(new TypeReference<short[]>() {}, new short[] {1}),
                kept(new TypeReference<String[]>() {}, new @Nullable String[] {"a", null}),
                kept(new TypeReference<int[][]>() {}, new int[][] {{1}, {}, {2, 3}}),
                kept(new TypeReference<Integer[]>() {}, new Integer[] {1000}),
                kept(new TypeReference<Plain[]>() {}, new @Nullable Plain[] {new Plain(), null}),
                kept(new TypeReference<List<byte[]>>() {}, List.of(new byte[] {1}, new byte[0])),
                kept(new TypeReference<Object[]>() {}, new Object[] {1L, "a", 'c'}));
    }

    static Stream<Case> classes() {
        Node tree = Node.of("a", Node.of("b", null));
        tree.children.put("c", Node.of("d", null));
        return Stream.of(
                kept(new TypeReference<Plain>() {}, new Plain()),
                kept(new TypeReference<Sub>() {}, new Sub()),
                kept(new TypeReference<Formatted>() {}, new Formatted()),
                kept(new TypeReference<List<Plain>>() {}, List.of(new Plain(), new Plain())),
                kept(new TypeReference<Generic<Long>>() {}, Generic.of(5L)),
                kept(new TypeReference<Generic<Generic<LocalDate>>>() {}, Generic.of(Generic.of(LocalDate.EPOCH))),
                kept(new TypeReference<Generic<Object>>() {}, Generic.of((Object) 5L)),
                kept(new TypeReference<Node>() {}, tree),
                kept(new TypeReference<Pair<Plain, List<Sub>>>() {}, new Pair<>(new Plain(), List.of(new Sub()))),
                kept(
                        new TypeReference<Components>() {},
                        new Components(1, 2, (short) 3, (byte) 4, 'c', true, 0.1f, Double.NaN)),
                kept(new TypeReference<Texts>() {}, new Texts("a", null)),
                kept(new TypeReference<Copies>() {}, new Copies(List.of("a"), Set.of(1, 2), Map.of("a", 1))),
                kept(new TypeReference<DefensiveCopies>() {}, new DefensiveCopies(List.of("a"), new int[] {1})),
                kept(new TypeReference<NoComponents>() {}, new NoComponents()),
                kept(new TypeReference<Any>() {}, new Any(null)),
                kept(new TypeReference<Any>() {}, new Any(List.of(1L, Map.of("a", 'c'), Set.of()))),
                kept(new TypeReference<Numbers>() {}, new Numbers(List.of(1, 2L, 0.5f, BigDecimal.TEN))),
                kept(new TypeReference<Snake>() {}, new Snake("a", 1)),
                kept(new TypeReference<Renamed>() {}, new Renamed("a", "z")),
                kept(new TypeReference<Sparse>() {}, new Sparse(0, null, List.of())),
                kept(new TypeReference<Immutable>() {}, new Immutable("a", 1)),
                kept(new TypeReference<Figure>() {}, new Box(1, 2)),
                kept(new TypeReference<Figure>() {}, Point.ORIGIN),
                kept(new TypeReference<List<Figure>>() {}, List.of(new Circle(1), new Box(1, 2), Point.ORIGIN)),
                kept(
                        new TypeReference<Expression>() {},
                        new Sum(new Constant(1), new Sum(new Constant(2), new Constant(3)))),
                kept(new TypeReference<Animal>() {}, new Cow()),
                kept(new TypeReference<List<Animal>>() {}, List.of(new Dog(), new Cow())),
                kept(new TypeReference<Colour>() {}, Colour.GREEN),
                kept(
                        new TypeReference<Coloured>() {},
                        new Coloured(
                                Colour.RED,
                                EnumSet.allOf(Colour.class),
                                new EnumMap<>(Map.of(Colour.GREEN, Colour.RED)))),
                kept(new TypeReference<Hostile>() {}, new Hostile()),
                kept(new TypeReference<Amount>() {}, new Amount()),
                kept(new TypeReference<Map<Keyed, Integer>>() {}, new HashMap<>(Map.of(new Keyed("a"), 1))),
                kept(new TypeReference<Set<Keyed>>() {}, new LinkedHashSet<>(List.of(new Keyed("b"), new Keyed("a")))),
                kept(new TypeReference<ById>() {}, new ById()),
                kept(new TypeReference<Optional<Plain>>() {}, Optional.of(new Plain())),
                kept(new TypeReference<Optional<Plain>>() {}, Optional.empty()));
    }

    private static TreeSet<String> ordered() {
        return new TreeSet<>(List.of("a", "b", "c"));
    }

    private static Map<String, Integer> byAccess(int size) {
        Map<String, Integer> map = new LinkedHashMap<>(16, 0.75f, true);
        for (int i = 0; i < size; i++) {
            map.put("key" + i, i);
        }
        return map;
    }

    static Stream<Case> refusals() throws Exception {
        Plain shared = new Plain();
        Date date = new Date(5);
        Node ring = Node.of("a", null);
        ring.next = ring;
        Node chain = Node.of("end", null);
        for (int i = 0; i < 10_000; i++) {
            chain = Node.of("n", chain);
        }
        TreeSet<String> byLength = new TreeSet<>(Comparator.comparing(String::length));
        byLength.add("a");
        Properties properties = new Properties(new Properties());
        LinkedCaseInsensitiveMap<String> insensitive = new LinkedCaseInsensitiveMap<>();
        insensitive.put("A", "a");
        return Stream.of(
                refused(new TypeReference<Account>() {}, new Account(), "passwordHash"),
                refused(new TypeReference<List<Account>>() {}, new ArrayList<Account>(), "passwordHash"),
                refused(new TypeReference<Map<String, Account[]>>() {}, Map.of(), "passwordHash"),
                refused(
                        new TypeReference<Pair<Optional<Account>, String>>() {},
                        new Pair<>(Optional.empty(), ""),
                        "passwordHash"),
                refused(new TypeReference<WithPin>() {}, new WithPin(), "WithPin.pin"),
                refused(new TypeReference<ReadOnly>() {}, new ReadOnly(), "ReadOnly.seen"),
                refused(new TypeReference<Counting>() {}, new Counting(), "Counting.tries"),
                refused(new TypeReference<IgnoresByClass>() {}, new IgnoresByClass(), "token"),
                refused(new TypeReference<IgnoresInside>() {}, new IgnoresInside(), "IgnoresInside.plain"),
                refused(new TypeReference<IgnoresByGetter>() {}, new IgnoresByGetter(), "password"),
                refused(new TypeReference<IgnoresByOtherName>() {}, new IgnoresByOtherName(), "IgnoresByOtherName.pw"),
                refused(new TypeReference<InView>() {}, new InView(), "InView.salary"),
                refused(new TypeReference<Masked>() {}, new Masked(), "Masked.card"),
                refused(new TypeReference<Money>() {}, new Money("1"), "Money"),
                refused(new TypeReference<Hides>() {}, new Hides(), "number"),
                refused(new TypeReference<NoWayBack>() {}, new NoWayBack(new StringBuilder()), "NoWayBack"),
                refused(new TypeReference<HasAnyone>() {}, new HasAnyone(), "Anyone"),
                refused(new TypeReference<Anyone>() {}, new Someone(), "Anyone"),
                refused(new TypeReference<Titled>() {}, new Titled(), "Titled"),
                refused(new TypeReference<HasTitled>() {}, new HasTitled(), "HasTitled.names"),
                refused(new TypeReference<List<String>>() {}, new Titled(), "Titled"),
                refused(new TypeReference<Map<String, String>>() {}, new Owned(), "Owned"),
                refused(new TypeReference<Map<String, String>>() {}, insensitive, "LinkedCaseInsensitiveMap"),
                refused(
                        new TypeReference<Map<String, List<String>>>() {},
                        new LinkedMultiValueMap<String, String>(),
                        "LinkedMultiValueMap"),
                refused(new TypeReference<Properties>() {}, properties, "java.util.Properties"),
                refused(new TypeReference<Map<Object, Object>>() {}, properties, "java.util.Properties"),
                refused(
                        new TypeReference<Map<String, String>>() {},
                        new IdentityHashMap<String, String>(),
                        "IdentityHashMap"),
                refused(
                        new TypeReference<Set<String>>() {},
                        Collections.unmodifiableSet(new TreeSet<>(Set.of("a"))),
                        "Unmodifiable"),
                refused(
                        new TypeReference<Map<String, String>>() {},
                        Collections.unmodifiableMap(insensitive),
                        "Unmodifiable"),
                refused(
                        new TypeReference<List<String>>() {},
                        Collections.synchronizedList(new ArrayList<String>()),
                        "Synchronized"),
                refused(
                        new TypeReference<List<String>>() {},
                        new ArrayList<>(List.of("a", "b")).subList(0, 1),
                        "SubList"),
                refused(new TypeReference<Collection<String>>() {}, new HashMap<String, String>().values(), "HashMap"),
                refused(
                        new TypeReference<Set<String>>() {},
                        new ConcurrentHashMap<String, String>().keySet(),
                        "KeySet"),
                refused(new TypeReference<Collection<String>>() {}, new PriorityQueue<String>(), "PriorityQueue"),
                refused(new TypeReference<SortedSet<String>>() {}, byLength, "TreeSet"),
                refused(new TypeReference<SortedSet<String>>() {}, ordered().headSet("b"), "TreeSet"),
                refused(new TypeReference<SortedSet<String>>() {}, new HostileSet(), "HostileSet"),
                refused(new TypeReference<SortedSet<String>>() {}, hostile(SortedSet.class), "Proxy"),
                refused(new TypeReference<SortedMap<String, String>>() {}, hostile(SortedMap.class), "Proxy"),
                refused(new TypeReference<List<String>>() {}, hostile(List.class), "Proxy"),
                refused(new TypeReference<Set<String>>() {}, hostile(Set.class), "Proxy"),
                refused(new TypeReference<Map<String, String>>() {}, hostile(Map.class), "Proxy"),
                refused(new TypeReference<Iterable<String>>() {}, hostile(Iterable.class), "Proxy"),
                refused(new TypeReference<Any>() {}, new Any(hostile(SortedMap.class)), "Proxy"),
                refused(new TypeReference<Any>() {}, new Any(hostile(CharSequence.class)), "Proxy"),
                refused(new TypeReference<SortedSet<String>>() {}, ordered().tailSet("b"), "TreeSet"),
                refused(new TypeReference<SortedSet<String>>() {}, ordered().subSet("a", "z"), "TreeSet"),
                refused(new TypeReference<SortedSet<String>>() {}, ordered().descendingSet(), "TreeSet"),
                refused(
                        new TypeReference<SortedMap<String, Integer>>() {},
                        new TreeMap<>(Map.of("a", 1)).headMap("b"),
                        "TreeMap"),
                refused(
                        new TypeReference<SortedMap<String, Integer>>() {},
                        new TreeMap<>(Map.of("a", 1)).descendingMap(),
                        "TreeMap"),
                refused(new TypeReference<Map<String, Integer>>() {}, byAccess(0), "LinkedHashMap"),
                refused(new TypeReference<Map<String, Integer>>() {}, byAccess(1), "LinkedHashMap"),
                refused(new TypeReference<Map<String, Integer>>() {}, byAccess(9), "LinkedHashMap"),
                refused(new TypeReference<Any>() {}, new Any(byAccess(2)), "LinkedHashMap"),
                refused(
                        new TypeReference<Map<Keyed, Integer>>() {},
                        new LinkedHashMap<>(Map.of(new Keyed("a"), 1)),
                        "LinkedHashMap"),
                refused(
                        new TypeReference<List<String>>() {},
                        Collections.unmodifiableList(new ArrayList<>(List.of("a"))),
                        "Unmodifiable"),
                refused(
                        new TypeReference<Collection<String>>() {},
                        Collections.unmodifiableCollection(new ArrayList<>(List.of("a"))),
                        "Unmodifiable"),
                refused(
                        new TypeReference<List<String>>() {},
                        Collections.checkedList(new ArrayList<>(List.of("a")), String.class),
                        "Checked"),
                refused(
                        new TypeReference<Map<String, String>>() {},
                        Collections.synchronizedMap(new HashMap<String, String>()),
                        "Synchronized"),
                refused(new TypeReference<List<String>>() {}, Collections.nCopies(3, "a"), "CopiesList"),
                refused(new TypeReference<List<Integer>>() {}, List.of(1, 2, 3).subList(0, 2), "SubList"),
                refused(new TypeReference<Set<String>>() {}, new TreeMap<>(Map.of("a", 1)).keySet(), "TreeMap"),
                refused(new TypeReference<SortedSet<String>>() {}, Collections.emptySortedSet(), "Unmodifiable"),
                refused(new TypeReference<Set<Object>>() {}, EnumSet.noneOf(Month.class), "EnumSet"),
                refused(new TypeReference<BitSet>() {}, BitSet.valueOf(new long[] {5}), "BitSet"),
                refused(new TypeReference<Iterator<String>>() {}, List.of("a").iterator(), "Iterator"),
                refused(new TypeReference<Stream<String>>() {}, Stream.of("a"), "Stream"),
                refused(new TypeReference<Supplier<String>>() {}, (Supplier<String>) () -> "a", "Supplier"),
                refused(new TypeReference<Any>() {}, new Any((Supplier<String>) () -> "a"), "Any.value"),
                refused(new TypeReference<Greets>() {}, (Greets) () -> "a", "Greets"),
                refused(
                        new TypeReference<Any>() {},
                        new Any(Proxy.newProxyInstance(
                                ShapesTests.class.getClassLoader(),
                                new Class<?>[] {Greets.class},
                                (proxy, method, arguments) -> {
                                    throw new AssertionError("called");
                                })),
                        "Any.value"),
                refused(new TypeReference<Any>() {}, new Any(new IllegalStateException("a")), "Any.value"),
                refused(new TypeReference<StringBuilder>() {}, new StringBuilder("a"), "StringBuilder"),
                refused(new TypeReference<Status>() {}, Status.OPEN, "Status"),
                refused(new TypeReference<List<Status>>() {}, List.of(new Status("a")), "Status"),
                refused(new TypeReference<Endless<String>>() {}, new Endless<String>(), "Endless"),
                refused(
                        new TypeReference<URI>() {},
                        URI.create("http://h/").relativize(URI.create("http://h/a:b")),
                        "java.net.URI"),
                refused(new TypeReference<Locale>() {}, new Locale("xx", "yy", "not a variant"), "java.util.Locale"),
                refused(new TypeReference<Singleton>() {}, Singleton.INSTANCE, "Singleton"),
                refused(new TypeReference<Inner>() {}, new ShapesTests().new Inner(), "this$0"),
                refused(new TypeReference<Lazy>() {}, new Lazy(), "Lazy"),
                refused(new TypeReference<Plain>() {}, new Sub(), "Sub"),
                refused(new TypeReference<List<Plain>>() {}, List.of(new Sub()), "Sub"),
                refused(new TypeReference<Animal>() {}, new Dog() {}, "ShapesTests$"),
                refused(new TypeReference<Any>() {}, new Any(new Plain()), "Any.value"),
                refused(new TypeReference<Any>() {}, new Any(Colour.RED), "Any.value"),
                refused(new TypeReference<List<Plain>>() {}, List.of(shared, shared), "two places"),
                refused(new TypeReference<List<Date>>() {}, List.of(date, date), "two places"),
                refused(new TypeReference<Node>() {}, ring, "two places"),
                refused(new TypeReference<Node>() {}, chain, "deep"),
                refused(new TypeReference<Object[]>() {}, new String[] {"a"}, "java.lang.String[]"),
                refused(new TypeReference<Unwrapped>() {}, new Unwrapped(new Texts("a", null), 1), "Unwrapped.texts"),
                refused(new TypeReference<AtomicInteger>() {}, new AtomicInteger(3), "AtomicInteger"),
                refused(
                        new TypeReference<Pair<AtomicLong, Integer>>() {},
                        new Pair<>(new AtomicLong(), 1),
                        "Pair.left"),
                refused(new TypeReference<Pattern>() {}, Pattern.compile("a"), "Pattern"),
                refused(new TypeReference<OptionalInt>() {}, OptionalInt.of(3), "OptionalInt"),
                refused(new TypeReference<OptionalLong>() {}, OptionalLong.of(3), "OptionalLong"),
                refused(new TypeReference<OptionalDouble>() {}, OptionalDouble.empty(), "OptionalDouble"),
                refused(
                        new TypeReference<Map<String, Integer>>() {},
                        new ConcurrentSkipListMap<>(Map.of("a", 1)),
                        "ConcurrentSkipListMap"),
                refused(new TypeReference<InetAddress>() {}, InetAddress.getLoopbackAddress(), "InetAddress"),
                refused(
                        new TypeReference<IllegalStateException>() {},
                        new IllegalStateException(),
                        "IllegalStateException"),
                refused(new TypeReference<ResponseEntity<String>>() {}, ResponseEntity.ok("a"), "ResponseEntity"),
                refused(new TypeReference<ObjectNode>() {}, MAPPER.createObjectNode(), "ObjectNode"),
                refused(new TypeReference<Class<?>>() {}, String.class, "java.lang.Class"),
                refused(new TypeReference<Thread>() {}, new Thread(), "java.lang.Thread"));
    }

    @ParameterizedTest
    @MethodSource({"scalarsEverywhere", "collections", "arrays", "classes"})
    void comesBackAsItWentIn(Case each) {
        assertComesBack(MAPPER, each);
    }

    static void assertComesBack(JsonMapper mapper, Case each) {
        ValueCodec codec = codec(mapper, each.type());
        MemoryBudget budget = new MemoryBudget();
        long free = budget.free();

        assertThat(codec.refusal()).as(each.toString()).isNull();
        byte[] document = codec.encode(each.value(), budget);

        assertThat(budget.free()).isEqualTo(free - document.length);
        assertThat(Differences.between(each.value(), codec.decode(document)))
                .as(each.toString())
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void whatWouldNotComeBackHasNoDocument(Case each) {
        MemoryBudget budget = new MemoryBudget();
        long free = budget.free();
        assertThat(reason(codec(MAPPER, each.type()), each.value(), budget)).contains(each.why());
        assertThat(budget.free()).isEqualTo(free);
    }

    static String reason(ValueCodec codec, Object value, MemoryBudget budget) {
        try {
            return "not refused: " + new String(codec.encode(value, budget), java.nio.charset.StandardCharsets.UTF_8);
        } catch (NotStorableException ex) {
            return String.valueOf(ex.getMessage());
        }
    }

    /** A hash table has the order that its size gives it, also one that was made for more. */
    @Test
    void hashTablesKeepTheirOrder() {
        for (int size : List.of(0, 1, 11, 12, 13, 24, 25, 48, 100, 1000)) {
            List<String> words = Stream.iterate(1, i -> i + 1)
                    .limit(size)
                    .map(i -> "word" + i * 31)
                    .toList();
            List<Set<String>> sets =
                    List.of(new HashSet<>(words), new HashSet<>(Set.copyOf(words)), new HashSet<>(4 * size + 1));
            sets.get(2).addAll(words);
            for (Set<String> set : sets) {
                assertComesBack(MAPPER, kept(new TypeReference<Set<String>>() {}, set));
                Map<String, Integer> map = new HashMap<>(2 * size);
                set.forEach(word -> map.put(word, 1));
                assertComesBack(MAPPER, kept(new TypeReference<Map<String, Integer>>() {}, map));
                assertComesBack(MAPPER, kept(new TypeReference<Map<String, Integer>>() {}, new HashMap<>(map)));
                assertComesBack(
                        MAPPER, kept(new TypeReference<Map<String, Integer>>() {}, new ConcurrentHashMap<>(map)));
            }
        }
    }

    @Test
    void thereAreAtLeastTwoHundredShapes() throws Exception {
        assertThat(scalarsEverywhere().count()
                        + collections().count()
                        + arrays().count()
                        + classes().count())
                .isGreaterThan(200);
        assertThat(refusals().count()).isGreaterThan(50);
    }

    @Test
    void settingsOfTheMapperChangeNothingOfWhatComesBack() throws Exception {
        List<JsonMapper> mappers = List.of(
                JsonMapper.builder()
                        .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
                        .build(),
                JsonMapper.builderWithJackson2Defaults().build(),
                JsonMapper.builder()
                        .changeDefaultPropertyInclusion(
                                inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_EMPTY))
                        .build());
        for (JsonMapper mapper : mappers) {
            for (Case each : Stream.concat(classes(), collections()).toList()) {
                ValueCodec codec = codec(mapper, each.type());
                assertThat(codec.refusal()).as(each.toString()).isNull();
                Object back = codec.decode(codec.encode(each.value(), new MemoryBudget()));
                assertThat(Differences.between(each.value(), back))
                        .as(each.toString())
                        .isEmpty();
            }
        }
    }

    @Test
    void mixInIsHeard() {
        JsonMapper mapper =
                JsonMapper.builder().addMixIn(MixedIn.class, HidesSecret.class).build();
        assertThat(codec(mapper, new TypeReference<MixedIn>() {}).refusal()).hasMessageContaining("secret");
        assertThat(codec(MAPPER, new TypeReference<MixedIn>() {}).refusal()).isNull();
    }

    @Test
    void constructorThatChangesItsArgumentIsFoundWhenItIsRead() {
        for (Case each : List.of(
                kept(new TypeReference<Increments>() {}, new Increments(1)),
                kept(new TypeReference<Trims>() {}, new Trims("a")))) {
            ValueCodec codec = codec(MAPPER, each.type());
            byte[] document = codec.encode(each.value(), new MemoryBudget());
            assertThat(Stream.of(document)
                            .map(content -> decoded(codec, content))
                            .toList())
                    .containsExactly("refused");
        }
    }

    private static Object decoded(ValueCodec codec, byte[] content) {
        try {
            return Objects.requireNonNull(codec.decode(content));
        } catch (NotStorableException ex) {
            return "refused";
        }
    }

    @Test
    void everyClassOfTheJdkThatIsKnownHasOnlyTheStateThatWasRead() {
        // A new field in a later Java has to be looked at.
        assertThat(List.of(UUID.class, Period.class, YearMonth.class, MonthDay.class).stream()
                        .flatMap(type -> Stream.of(type.getDeclaredFields()))
                        .filter(field -> !Modifier.isStatic(field.getModifiers()))
                        .map(Field::getName))
                .containsExactlyInAnyOrder(
                        "mostSigBits", "leastSigBits", "years", "months", "days", "year", "month", "month", "day");
    }

    static ValueCodec codec(JsonMapper mapper, TypeReference<?> type) {
        return new ValueCodec(mapper, mapper.getTypeFactory().constructType(type.getType()), 1);
    }
}
