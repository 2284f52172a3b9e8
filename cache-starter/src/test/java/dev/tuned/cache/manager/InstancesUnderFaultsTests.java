/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.Product;
import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.Settings;
import dev.tuned.cache.invalidation.SimulatedNetwork;
import dev.tuned.cache.invalidation.SimulatedNetwork.Line;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whole caches of several instances, their log in virtual time, under random faults and writes: whatever happens, no
 * instance serves what was replaced beyond the bound, nobody misses his own write, and at the end all of them agree.
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

    private static final class Program implements AutoCloseable {

        private record Instance(Line line, TunedCacheManager manager, RegionCache cache) {}

        private final long seed;
        private final SimulatedNetwork network;
        private final Random random;
        private final List<Instance> instances = new ArrayList<>();
        private final List<String> faults = new ArrayList<>();

        /** What the source has, and since when each version is there. */
        private final Map<Integer, List<Long>> source = new HashMap<>();

        private long served;
        private long loaded;

        Program(int count, long seed) {
            this.seed = seed;
            this.network = new SimulatedNetwork(seed);
            this.random = new Random(seed);
            JsonMapper mapper = JsonMapper.builder().build();
            for (int i = 0; i < count; i++) {
                Line line = network.line();
                TunedCacheManager manager = TunedCacheManager.builder(
                                name -> SETTINGS, name -> mapper.constructType(Product.class), mapper)
                        .channel(line.channel())
                        .ticker(network::now)
                        .build();
                instances.add(new Instance(line, manager, manager.getCache("products")));
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
                            .as(state())
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
                        .isLessThanOrEqualTo(isCalm ? SimulatedNetwork.CALM : SimulatedNetwork.BOUND);
            }
        }

        private String state() {
            return instances.size() + " instances, seed " + seed + ", faults " + faults;
        }

        @Override
        public void close() {
            instances.forEach(instance -> instance.manager().destroy());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void nothingIsLostAndNothingStaleBeyondTheBound(int instances) {
        for (long seed = 1; seed <= 2; seed++) {
            run(instances, seed);
        }
    }

    /** Ten minutes; the seed of each round is printed. */
    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void nothingIsLostThroughManySeeds(int instances) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(200);
        for (long seed = System.currentTimeMillis(); System.nanoTime() - end < 0; seed++) {
            run(instances, seed);
        }
    }

    private static void run(int instances, long seed) {
        try (Program program = new Program(instances, seed)) {
            program.run();
            System.out.println(program.state() + ": " + program.served + " reads, " + program.loaded + " loads");
            assertThat(program.loaded).isLessThan(program.served);
        }
    }
}
