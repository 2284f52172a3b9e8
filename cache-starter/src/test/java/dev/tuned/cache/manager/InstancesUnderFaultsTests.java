/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.Product;
import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.Settings;
import dev.tuned.cache.invalidation.SimulatedNetwork;
import dev.tuned.cache.invalidation.SimulatedNetwork.Line;
import dev.tuned.cache.store.BreakerSettings;
import dev.tuned.cache.store.MonitoredStore;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whole caches of several instances, with and without L2, in virtual time, under random faults and writes: whatever
 * happens, no instance serves what was replaced beyond the bound, nobody misses his own write, and at the end all of them
 * agree. {@code mvn test -Pnightly -Dfaults.minutes=10 -Dtest=InstancesUnderFaultsTests -pl cache-starter -am} runs it for
 * ten minutes, {@code -Dfaults.seed} repeats what a seed did.
 */
class InstancesUnderFaultsTests {

    private static final int KEYS = 60;
    private static final Duration STEP = Duration.ofMillis(50);
    private static final int READS_PER_STEP = 20;
    private static final int STEPS_PER_WRITE = 3;
    private static final int STEPS_PER_FAULT = 300;
    private static final int STEPS = 800;

    /** Longer than the program runs: only what is reported makes an entry go. */
    private static final RegionSettings SETTINGS =
            Settings.with(Settings.plain(), Settings.l1(10_000L, Duration.ofDays(1), 0.0, 0.0));

    private enum Levels {
        L1_ONLY(SimulatedNetwork.CALM),
        L1_AND_L2(SimulatedNetwork.CALM_L2);

        /** How long a change may take without a fault. */
        private final Duration calm;

        Levels(Duration calm) {
            this.calm = calm;
        }
    }

    private static final class Program implements AutoCloseable {

        private record Instance(Line line, RegionCache cache) {}

        private final long seed;
        private final Levels levels;
        private final SimulatedNetwork network;
        private final Random random;
        private final List<Instance> instances = new ArrayList<>();
        private final List<String> faults = new ArrayList<>();

        /** What the source has, and since when each version is there. */
        private final Map<Integer, List<Long>> source = new HashMap<>();

        private long served;
        private long loaded;

        Program(int count, Levels levels, long seed) {
            this.seed = seed;
            this.levels = levels;
            this.network = new SimulatedNetwork(seed);
            this.random = new Random(seed);
            JsonMapper mapper = JsonMapper.builder().build();
            for (int i = 0; i < count; i++) {
                Line line = network.line();
                ManagerBuilder parts = ManagerBuilder.of(
                                name -> SETTINGS, name -> mapper.constructType(Product.class), mapper)
                        .channel(line.channel())
                        .ticker(network::now)
                        .scheduler(line.scheduler());
                if (levels == Levels.L1_AND_L2) {
                    parts.store(
                            new MonitoredStore(line.store(), new BreakerSettings(), "x", List.of(), network::now),
                            "cache");
                }
                instances.add(new Instance(line, parts.build().getCache("products")));
            }
            network.pass(Duration.ofSeconds(2));
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                network.pass(STEP);
                if (random.nextInt(STEPS_PER_FAULT) == 0) {
                    faults.add(network.fault());
                }
                if (random.nextInt(STEPS_PER_WRITE) == 0) {
                    write(any(), random.nextInt(KEYS));
                }
                for (int i = 0; i < READS_PER_STEP; i++) {
                    read(any(), random.nextInt(KEYS));
                }
            }
            network.pass(Duration.ofNanos(Math.max(0, network.faultsEnd() - network.now())));
            network.pass(SimulatedNetwork.BOUND);
            for (Instance instance : instances) {
                for (int key = 0; key < KEYS; key++) {
                    assertThat(value(instance, key))
                            .as("at the end, key %s in instance %s, %s", key, instances.indexOf(instance), state())
                            .isEqualTo(versions(key).size());
                }
                assertThat(instance.line().channel().statistics().waiting())
                        .as(state())
                        .isZero();
                assertThat(instance.cache().region().pendingCount()).as(state()).isZero();
            }
        }

        private Instance any() {
            return instances.get(random.nextInt(instances.size()));
        }

        private List<Long> versions(int key) {
            return source.computeIfAbsent(key, unknown -> new ArrayList<>());
        }

        private void write(Instance instance, int key) {
            if (!instance.line().isRunning()) {
                return;
            }
            versions(key).add(network.now());
            switch (random.nextInt(8)) {
                case 0 -> instance.cache().clear();
                case 1, 2, 3 -> instance.cache().put(key, load(key));
                default -> instance.cache().evict(key);
            }
            assertThat(value(instance, key))
                    .as("its own write, %s", state())
                    .isEqualTo(versions(key).size());
        }

        private Product load(int key) {
            loaded++;
            return new Product("" + key, versions(key).size());
        }

        private int value(Instance instance, int key) {
            Product product = requireNonNull(instance.cache().get(key, () -> load(key)));
            return product.version();
        }

        private void read(Instance instance, int key) {
            if (!instance.line().isRunning()) {
                return;
            }
            served++;
            int version = value(instance, key);
            if (version < versions(key).size()) {
                long replaced = versions(key).get(version);
                boolean isCalm = replaced - network.faultsEnd() > SimulatedNetwork.BOUND.toNanos();
                long stale = network.now() - Math.max(replaced, network.faultsEnd());
                assertThat(Duration.ofNanos(stale))
                        .as("stale in instance %s, %s", instances.indexOf(instance), state())
                        .isLessThanOrEqualTo(isCalm ? levels.calm : SimulatedNetwork.BOUND);
            }
        }

        private String state() {
            return instances.size() + " instances, " + levels + ", seed " + seed + ", faults " + faults;
        }

        @Override
        public void close() {
            instances.forEach(instance -> instance.line().close());
        }
    }

    @ParameterizedTest
    @CsvSource({"2, L1_ONLY", "4, L1_ONLY", "8, L1_ONLY", "2, L1_AND_L2", "4, L1_AND_L2", "8, L1_AND_L2"})
    void nothingIsLostAndNothingStaleBeyondTheBound(int instances, Levels levels) {
        for (long seed = 1; seed <= 2; seed++) {
            run(instances, levels, seed);
        }
    }

    /** Seeds with which a clear after a flush met the generation of another instance. */
    @ParameterizedTest
    @CsvSource({"2, 1795779928765", "4, 1795779999549"})
    void nothingIsLostThroughAFlush(int instances, long seed) {
        run(instances, Levels.L1_AND_L2, seed);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void nothingIsLostThroughManySeeds(int instances) {
        long end = System.nanoTime()
                + Duration.ofMinutes(Long.getLong("faults.minutes", 10)).toNanos() / 3;
        for (long seed = Long.getLong("faults.seed", System.currentTimeMillis()); System.nanoTime() - end < 0; seed++) {
            for (Levels levels : Levels.values()) {
                run(instances, levels, seed);
            }
        }
    }

    private static void run(int instances, Levels levels, long seed) {
        System.out.println(instances + " instances, " + levels + ", seed " + seed);
        try (Program program = new Program(instances, levels, seed)) {
            program.run();
            System.out.println(
                    "  " + program.served + " reads, " + program.loaded + " loads, faults " + program.faults);
            assertThat(program.loaded).isLessThan(program.served);
        }
    }
}
