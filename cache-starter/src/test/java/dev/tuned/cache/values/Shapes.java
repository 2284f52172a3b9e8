/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.values;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
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
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.SimpleTimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.cache.support.NullValue;
import org.springframework.data.domain.PageImpl;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.util.LinkedMultiValueMap;

import dev.tuned.cache.values.Types.Bean;
import dev.tuned.cache.values.Types.Empty;
import dev.tuned.cache.values.Types.External;
import dev.tuned.cache.values.Types.Failure;
import dev.tuned.cache.values.Types.Generic;
import dev.tuned.cache.values.Types.Handler;
import dev.tuned.cache.values.Types.Holder;
import dev.tuned.cache.values.Types.Immutable;
import dev.tuned.cache.values.Types.Named;
import dev.tuned.cache.values.Types.NoProperties;
import dev.tuned.cache.values.Types.NotSerializableBean;
import dev.tuned.cache.values.Types.NotSerializableRecord;
import dev.tuned.cache.values.Types.Order;
import dev.tuned.cache.values.Types.Parent;
import dev.tuned.cache.values.Types.Plain;
import dev.tuned.cache.values.Types.Product;
import dev.tuned.cache.values.Types.RefusesToBeRead;
import dev.tuned.cache.values.Types.RefusesToBeWritten;
import dev.tuned.cache.values.Types.Replaced;
import dev.tuned.cache.values.Types.SerializableRunnable;
import dev.tuned.cache.values.Types.Singleton;
import dev.tuned.cache.values.Types.Strict;
import dev.tuned.cache.values.Types.SubBean;
import dev.tuned.cache.values.Types.WithArray;
import dev.tuned.cache.values.Types.WithBody;
import dev.tuned.cache.values.Types.WithOptional;

/** Values of about 200 shapes by name. */
final class Shapes {

    /** It has a number, these know where they were made. */
    private static final Thread THREAD = new Thread("none");

    private static final IOException EXCEPTION = new IOException("a");
    private static final Failure FAILURE = new Failure("a");

    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    private Shapes() {
        simple();
        times();
        arrays();
        collections();
        library();
        own();
        proxies();
        wrapped();
    }

    static Map<String, @Nullable Object> all() {
        return new Shapes().values;
    }

    private void add(String name, @Nullable Object value) {
        if (values.put(name, value) != null) {
            throw new IllegalStateException("Twice: " + name);
        }
    }

    /** Names them by their class. */
    private void addAll(Object... all) {
        for (Object value : all) {
            String name = value.getClass().getSimpleName();
            add(name + " " + values.size(), value);
        }
    }

    private void simple() {
        add("null", null);
        add("Spring's null", NullValue.INSTANCE);
        addAll("", "text", " ", "null", "{\"a\":1}", "\u0000", "\u00e4\u20ac", "\ud83d\ude00", "\ud83d", "\"", "\n");
        add("long text", "x".repeat(1 << 16));
        addAll(true, false, 'c', (byte) -1, (short) 3, 0, -1, Integer.MAX_VALUE, 0L, 5L, Long.MIN_VALUE);
        addAll(0f, 1.5f, Float.NaN, 0d, -0d, 1e300, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE);
        addAll(new BigDecimal("1.10"), new BigDecimal("1E+3"), BigDecimal.ZERO, BigInteger.TEN.pow(40));
        addAll(Plain.A, WithBody.A, DayOfWeek.MONDAY, StandardCharsets.UTF_8);
    }

    private void times() {
        LocalDateTime time = LocalDateTime.of(2024, 2, 29, 23, 59, 58, 999_999_999);
        addAll(Instant.EPOCH, Instant.MAX, time, time.toLocalDate(), time.toLocalTime(), LocalDate.MIN, LocalTime.MIN);
        addAll(time.atOffset(ZoneOffset.ofHours(2)), time.atZone(ZoneId.of("Europe/Berlin")), OffsetDateTime.MAX);
        addAll(ZonedDateTime.of(time, ZoneOffset.UTC), ZoneId.of("Europe/Berlin"), ZoneOffset.UTC, Year.of(2024));
        addAll(YearMonth.of(2024, 2), MonthDay.of(2, 29), Month.MAY, Duration.ofNanos(1), Period.ofDays(3));
        addAll(new Date(5), new GregorianCalendar(2024, 1, 29), new SimpleTimeZone(1, "x"));
    }

    private void arrays() {
        addAll(
                new boolean[] {true},
                new byte[] {1, -1},
                new short[] {1},
                new char[] {'c'},
                new int[] {1, 2},
                new int[0]);
        addAll(
                new long[] {1},
                new float[] {1},
                new double[] {1},
                new String[] {"a", "b"},
                new String[0],
                new Integer[] {1});
        addAll(new int[][] {{1}, {2, 3}}, new Object[] {1, "a", 2L}, new Product[] {product()}, new Plain[] {Plain.A});
        add("byte[1 MB]", new byte[1 << 20]);
        add("Object[] with null", new Object[] {null, 1});
        add("List[]", new List<?>[] {List.of(1)});
    }

    private void collections() {
        addAll(new ArrayList<>(), new ArrayList<>(List.of(1L, "a")), new ArrayList<>(List.of(product(), product())));
        addAll(new LinkedList<>(List.of(1)), new Vector<>(List.of(1)), new CopyOnWriteArrayList<>(List.of(1)));
        addAll(
                List.of(),
                List.of(1),
                List.of(1, 2, 3),
                Arrays.asList(1, 2),
                Stream.of(1, 2).toList());
        addAll(new ArrayList<>(List.of(1, 2, 3)).subList(0, 2), List.of(1, 2, 3).subList(0, 2));
        addAll(Collections.emptyList(), Collections.singletonList(1), Collections.nCopies(3, "a"));
        addAll(
                Collections.unmodifiableList(new ArrayList<>(List.of(1))),
                Collections.synchronizedList(new ArrayList<>()));
        add("list with null", new ArrayList<>(Arrays.asList(1, null, 2)));
        add("list of lists", new ArrayList<>(List.of(new ArrayList<>(List.of(1)), new ArrayList<>())));
        add("mixed list", new ArrayList<>(List.of(1, 2L, "a", Plain.A, 1.5, new BigDecimal("1.10"))));
        addAll(new HashSet<>(List.of(1, 2)), new LinkedHashSet<>(List.of(2, 1)), new TreeSet<>(List.of(2, 1)));
        addAll(Set.of(), Set.of(1), Collections.emptySet(), Collections.singleton(1), EnumSet.of(Plain.B));
        add("TreeSet with a comparator", new TreeSet<>(Collections.reverseOrder()));
        addAll(
                new ArrayDeque<>(List.of(1)),
                new PriorityQueue<>(List.of(2, 1)),
                new ConcurrentLinkedQueue<>(List.of(1)));
        addAll(new HashMap<>(), new HashMap<>(Map.of(1L, "x")), new LinkedHashMap<>(Map.of("a", product())));
        addAll(new TreeMap<>(Map.of("a", 1)), new Hashtable<>(Map.of("a", 1)), new ConcurrentHashMap<>(Map.of("a", 1)));
        addAll(new ConcurrentSkipListMap<>(Map.of("a", 1)), new EnumMap<>(Map.of(Plain.A, 1)), new WeakHashMap<>());
        addAll(
                Map.of(),
                Map.of("a", 1),
                Collections.emptyMap(),
                Collections.singletonMap("a", 1),
                new IdentityHashMap<>());
        addAll(Collections.unmodifiableMap(new HashMap<>(Map.of("a", 1))), Map.entry("a", 1), new Properties());
        add("map with null", new HashMap<>(Collections.singletonMap("a", null)));
        add("map of records", new HashMap<>(Map.of(product(), 1)));
        add("map of a list", new HashMap<>(Map.of("a", new ArrayList<>(List.of(1L)))));
        add("key set", new HashMap<>(Map.of("a", 1)).keySet());
        add("values", new HashMap<>(Map.of("a", 1)).values());
        add("iterator", List.of(1).iterator());
        add("stream", Stream.of(1));
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        add("list within itself", itself);
    }

    private void library() {
        addAll(new UUID(1, 2), URI.create("http://localhost/a?b=c"), Locale.GERMANY, Locale.ROOT);
        addAll(Currency.getInstance("EUR"), Pattern.compile("a+"), new File("a"), InetAddress.getLoopbackAddress());
        addAll(
                new AtomicInteger(1),
                new AtomicLong(1),
                new AtomicBoolean(true),
                new AtomicReference<>("a"),
                new LongAdder());
        addAll(Optional.empty(), Optional.of("a"), Optional.of(product()), OptionalInt.of(1), OptionalLong.of(1));
        addAll(OptionalDouble.empty(), BitSet.valueOf(new long[] {5}), new StringBuilder("a"), new StringBuffer("a"));
        addAll(String.class, int.class, new Object(), THREAD, ByteBuffer.allocate(1), Path.of("a"));
        add("exception", EXCEPTION);
        add("stream of bytes", new ByteArrayInputStream(new byte[1]));
        addAll(new SimpleKey("a", 1), PageRequest.of(1, 2, Sort.by("a")), new PageImpl<>(List.of("a", "b")));
        LinkedMultiValueMap<String, String> headers = new LinkedMultiValueMap<>();
        headers.add("a", "b");
        add("headers", headers);
    }

    private static Product product() {
        return new Product("17", 1999, new BigDecimal("0.19"), Instant.EPOCH);
    }

    private void own() {
        addAll(new Empty(), product(), new Product("", 0, null, null), new Generic<>("a", List.of("b")));
        addAll(new Order(product(), new ArrayList<>(List.of(product())), new HashMap<>(Map.of("a", 1))));
        addAll(new Generic<>(product(), List.of()), new WithArray(new byte[] {1}, new String[] {"a"}), new Strict(1));
        addAll(new WithOptional(Optional.of("a")), new WithOptional(Optional.empty()), new NotSerializableRecord("a"));
        addAll(new Bean(), new SubBean(), new Immutable("a"), new NoProperties(), new NotSerializableBean());
        addAll(new Parent(), new Parent().with(2), new External("a"), Singleton.INSTANCE, new Replaced());
        addAll(new RefusesToBeWritten(), new RefusesToBeRead());
        add("own exception", FAILURE);
        add("record with what cannot be serialized", new Holder(new NotSerializableBean()));
        add("record with a bean", new Holder(new Bean()));
        add("list of beans", new ArrayList<>(List.of(new Bean(), new SubBean())));
        add("list with what cannot be serialized", new ArrayList<>(List.of(1, new Object())));
        add("list of parents", new ArrayList<>(List.of(new Parent().with(1))));
        Bean bean = new Bean();
        add("one bean twice", new ArrayList<>(List.of(bean, bean)));
        add("anonymous", new Bean() {
            private static final long serialVersionUID = 1L;
        });
        add("lambda", (Runnable) () -> {});
        add("serializable lambda", (SerializableRunnable) () -> {});
    }

    private void proxies() {
        add("proxy", Proxy.newProxyInstance(Named.class.getClassLoader(), new Class<?>[] {Named.class}, new Handler()));
        add(
                "proxy whose handler cannot be serialized",
                Proxy.newProxyInstance(
                        Named.class.getClassLoader(),
                        new Class<?>[] {Named.class},
                        (proxy, method, arguments) ->
                                method.getReturnType() == int.class ? Integer.valueOf(1) : "proxy"));
        ProxyFactory interfaces = new ProxyFactory(new Bean());
        add("Spring's proxy of an interface", interfaces.getProxy());
        ProxyFactory classes = new ProxyFactory(new Bean());
        classes.setProxyTargetClass(true);
        add("Spring's proxy of a class", classes.getProxy());
        try {
            // As an object-relational mapper makes one of an entity that is not loaded yet.
            add(
                    "entity's proxy",
                    new ByteBuddy()
                            .subclass(Bean.class)
                            .name("dev.tuned.cache.values.Bean$Proxy")
                            .make()
                            .load(Bean.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
                            .getLoaded()
                            .getConstructor()
                            .newInstance());
        } catch (ReflectiveOperationException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** Some of them as parts of others. */
    private void wrapped() {
        for (Object value : List.of(product(), new Bean(), Plain.A, 5L, new BigDecimal("1.10"), Instant.EPOCH, 1.5f)) {
            String name = value.getClass().getSimpleName();
            Object array = Array.newInstance(value.getClass(), 1);
            Array.set(array, 0, value);
            add("array of " + name, array);
            add("list of " + name, List.of(value));
            add("Optional of " + name, Optional.of(value));
            add("map of " + name, Map.of("a", value));
            add("record with " + name, new Holder(value));
        }
    }
}
