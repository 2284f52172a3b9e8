/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.cache.Cache.ValueWrapper;

import dev.tuned.cache.NearCache;
import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.Settings;
import dev.tuned.cache.StaleReason;
import dev.tuned.cache.local.RegionCounters;
import dev.tuned.cache.manager.Linearisability.Call;
import dev.tuned.cache.manager.Linearisability.Kind;

import static dev.tuned.cache.manager.Linearisability.ABSENT;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** Threads that read, write and remove one key at once, and what each of them saw. */
class LinearisabilityTests {

    private static final int ROUNDS = Integer.getInteger("tuned.cache.test.rounds", 2000);
    private static final int THREADS = 4;
    private static final int CALLS = 5;
    private static final String KEY = "key";

    /** A read moves the clock by up to a tenth of the TTL. */
    private static final long TICK = TestRegion.TTL.toNanos() / 10;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final RacingStore store = new RacingStore(threads);
    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger source = new AtomicInteger();
    private final AtomicInteger values = new AtomicInteger();
    private final List<TunedCacheManager> managers = new ArrayList<>();

    @AfterEach
    void stop() {
        managers.forEach(TunedCacheManager::destroy);
        threads.shutdownNow();
    }

    private RegionCache cache(TestRegions levels) {
        var builder = ManagerBuilder.of(
                        name -> Settings.plain(),
                        name -> TestRegions.MAPPER.constructType(Integer.class),
                        TestRegions.MAPPER)
                .ticker(() -> 0);
        return ((levels == TestRegions.L1_AND_L2) ? builder.store(Settings.monitored(store), "cache") : builder)
                .build()
                .getCache("numbers");
    }

    @Test
    void whatThreadsSeeOfAKeyCouldHaveHappenedOneAfterTheOther() throws Exception {
        RegionCache cache = cache(TestRegions.L1_ONLY);
        for (int round = 0; round < ROUNDS; round++) {
            source.set(values.incrementAndGet());
            int before = source.get();
            List<Call> calls = race(cache, "key" + round, round);
            assertThat(Linearisability.explains(before, calls))
                    .as("round %d from source %d: %s", round, before, calls)
                    .isTrue();
        }
    }

    /** A load that began before a removal may end after it, in this process or another: its value must not stay. */
    @Test
    void noValueOfBeforeAnEvictionOutlivesItInEitherOfTwoProcesses() throws Exception {
        List<RegionCache> nodes = List.of(cache(TestRegions.L1_AND_L2), cache(TestRegions.L1_AND_L2));
        for (int round = 0; round < ROUNDS; round++) {
            String key = "key" + round;
            Random random = new Random(round);
            source.set(values.incrementAndGet());
            List<Callable<Object>> tasks = new ArrayList<>();
            for (RegionCache node : nodes) {
                tasks.add(() -> requireNonNull(node.get(key, this::load)));
            }
            RegionCache writer = nodes.get(random.nextInt(2));
            tasks.add(random.nextInt(tasks.size()), () -> {
                RacingStore.dawdle();
                source.set(values.incrementAndGet());
                writer.evict(key);
                return "";
            });
            for (Future<Object> done : threads.invokeAll(tasks)) {
                done.get();
            }
            store.settle();
            for (RegionCache node : nodes) {
                node.getNativeCache().invalidateAll();
                assertThat(requireNonNull(node.get(key, this::load)))
                        .as("round %d", round)
                        .isEqualTo(source.get());
            }
        }
    }

    /** A reload that began before a removal may end after it, and a stale value may be at hand: neither must come back. */
    @ParameterizedTest
    @EnumSource
    void noReadAfterAnEvictionSeesAValueOfBeforeIt(TestRegions levels) throws Exception {
        AtomicLong now = new AtomicLong();
        NearCache<Integer> typed = refreshing(levels, now).nearCache("numbers", Integer.class);
        RegionCache cache = managers.get(managers.size() - 1).getCache("numbers");
        AtomicInteger evicted = new AtomicInteger();
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch haveRead = new CountDownLatch(THREADS);
        source.set(1);
        List<Callable<Object>> tasks = new ArrayList<>();
        for (int reader = 0; reader < THREADS; reader++) {
            int kind = reader;
            tasks.add(() -> {
                int reads = 0;
                while (!done.get()) {
                    int floor = evicted.get();
                    OptionalInt value = read(kind, typed, cache);
                    if (value.isPresent()) {
                        assertThat(value.getAsInt()).isGreaterThanOrEqualTo(floor);
                        if (reads++ == 0) {
                            haveRead.countDown();
                        }
                    }
                    now.addAndGet(ThreadLocalRandom.current().nextLong(TICK));
                }
                return reads;
            });
        }
        tasks.add(() -> {
            // On a busy machine readers may come late.
            boolean late = true;
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            for (int round = 0; round < ROUNDS || (late && System.nanoTime() - end < 0); round++) {
                late = haveRead.getCount() != 0 || !hasRefreshedAndServedStale(cache);
                int value = source.incrementAndGet();
                RacingStore.dawdle();
                typed.evict(KEY);
                evicted.set(value);
            }
            done.set(true);
            return ROUNDS;
        });
        for (Future<Object> task : threads.invokeAll(tasks)) {
            assertThat((int) task.get()).isPositive();
        }
        assertThat(hasRefreshedAndServedStale(cache)).isTrue();
    }

    private static boolean hasRefreshedAndServedStale(RegionCache cache) {
        RegionCounters counters = cache.region().counters();
        return counters.refreshes.sum() > 0
                && Stream.of(StaleReason.values())
                        .anyMatch(reason -> counters.stale(reason).sum() > 0);
    }

    private TunedCacheManager refreshing(TestRegions levels, AtomicLong now) {
        RegionSettings settings = TestRegion.settings(0.3, Duration.ofMinutes(10), Duration.ofMillis(1));
        var builder = ManagerBuilder.of(
                        name -> settings, name -> TestRegions.MAPPER.constructType(Integer.class), TestRegions.MAPPER)
                .ticker(now::get);
        TunedCacheManager manager = ((levels == TestRegions.L1_AND_L2)
                        ? builder.store(Settings.monitored(store), "cache")
                        : builder)
                .build();
        managers.add(manager);
        return manager;
    }

    /** One of the ways to read; nothing where the loader failed. */
    private OptionalInt read(int kind, NearCache<Integer> typed, RegionCache cache) {
        try {
            return switch (kind) {
                case 0 -> OptionalInt.of(requireNonNull(typed.getOrLoad(KEY, key -> loadOrFail())));
                case 1 ->
                    OptionalInt.of(requireNonNull(typed.getAllOrLoad(List.of(KEY, "other"), keys -> all(keys))
                            .get(KEY)));
                case 2 ->
                    OptionalInt.of(requireNonNull(
                            cache.retrieve(KEY, () -> CompletableFuture.supplyAsync(this::loadOrFail, threads))
                                    .join()));
                default -> {
                    Integer value = typed.get(KEY);
                    yield (value != null) ? OptionalInt.of(value) : OptionalInt.empty();
                }
            };
        } catch (IllegalStateException | CompletionException ex) {
            return OptionalInt.empty();
        }
    }

    private Map<String, Integer> all(Set<String> keys) {
        int value = loadOrFail();
        return keys.stream().collect(Collectors.toMap(key -> key, key -> value));
    }

    private int loadOrFail() {
        int value = load();
        if (ThreadLocalRandom.current().nextInt(4) == 0) {
            throw new IllegalStateException("fails now and then");
        }
        return value;
    }

    private List<Call> race(RegionCache cache, String key, int seed) throws Exception {
        List<Callable<List<Call>>> tasks = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            Random random = new Random(seed * 31L + thread);
            tasks.add(() -> {
                List<Call> calls = new ArrayList<>();
                for (int i = 0; i < CALLS; i++) {
                    calls.add(call(cache, key, Kind.values()[random.nextInt(Kind.values().length)]));
                }
                return calls;
            });
        }
        List<Call> calls = new ArrayList<>();
        for (Future<List<Call>> done : threads.invokeAll(tasks)) {
            calls.addAll(done.get());
        }
        return calls;
    }

    private Call call(RegionCache cache, String key, Kind kind) {
        int argument = values.incrementAndGet();
        long invoked = clock.incrementAndGet();
        int result = ABSENT;
        switch (kind) {
            case GET -> result = value(cache.get(key));
            case LOAD -> result = requireNonNull(cache.get(key, this::load));
            case PUT -> cache.put(key, argument);
            case PUT_IF_ABSENT -> result = value(cache.putIfAbsent(key, argument));
            case EVICT -> cache.evict(key);
            case CLEAR -> cache.clear();
            case CHANGE_SOURCE -> source.set(argument);
        }
        return new Call(kind, argument, result, invoked, clock.incrementAndGet());
    }

    private int load() {
        RacingStore.dawdle();
        int value = source.get();
        RacingStore.dawdle();
        return value;
    }

    private static int value(@Nullable ValueWrapper wrapper) {
        return (wrapper != null) ? (int) requireNonNull(wrapper.get()) : ABSENT;
    }

    @Test
    void historyThatNoOrderExplainsIsRecognised() {
        List<Call> inOrder = List.of(
                new Call(Kind.PUT, 2, ABSENT, 1, 2),
                new Call(Kind.GET, 0, 2, 3, 4),
                new Call(Kind.EVICT, 0, ABSENT, 5, 6),
                new Call(Kind.LOAD, 0, 1, 7, 8));
        assertThat(Linearisability.explains(1, inOrder)).isTrue();
        List<Call> overlapping = List.of(
                new Call(Kind.PUT, 2, ABSENT, 1, 6),
                new Call(Kind.GET, 0, 2, 2, 3),
                new Call(Kind.EVICT, 0, ABSENT, 4, 5));
        assertThat(Linearisability.explains(1, overlapping)).isTrue();
        List<Call> staleAfterEviction = List.of(
                new Call(Kind.LOAD, 0, 1, 1, 6),
                new Call(Kind.CHANGE_SOURCE, 2, ABSENT, 2, 3),
                new Call(Kind.EVICT, 0, ABSENT, 4, 5),
                new Call(Kind.LOAD, 0, 1, 7, 8));
        assertThat(Linearisability.explains(1, staleAfterEviction)).isFalse();
        List<Call> lostPut = List.of(new Call(Kind.PUT, 2, ABSENT, 1, 2), new Call(Kind.GET, 0, ABSENT, 3, 4));
        assertThat(Linearisability.explains(1, lostPut)).isFalse();
    }
}
