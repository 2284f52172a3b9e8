/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

import org.assertj.core.api.Assertions;

/**
 * Processes that change and read the same few keys through caches without expiry, while faults happen. Every 50 ms it is
 * checked that no cache has a value that was replaced longer ago than the bound: counted from the end of the last fault,
 * and when that is long ago, no longer than a poll.
 */
final class SimulatedCluster {

    static final Duration POLL = Duration.ofMillis(500);
    static final Duration RETENTION = Duration.ofSeconds(30);
    static final Duration GRACE = Duration.ofSeconds(2);

    /** For the batch window, the operations of a batch and those of a poll. */
    private static final Duration SLACK = Duration.ofMillis(50);

    /** The bound without faults. */
    private static final Duration CALM = POLL.plus(SLACK);

    /** What a process does right before the end of an outage may have to time out, and to wait for its next attempt. */
    private static final Duration AFTER_OUTAGE = LogStore.TIMEOUT.plus(LogWriter.MAX_RETRY_PAUSE);

    private static final int NODES = 4;
    private static final int KEYS = 200;

    /** Most keys are in every cache, and few changes hide that an earlier one was lost. */
    private static final int READS = 40;

    private static final int STEPS_PER_WRITE = 10;
    private static final Duration STEP = Duration.ofMillis(50);

    final Map<String, Integer> losses = new TreeMap<>();
    final Map<Fault, Integer> faults = new TreeMap<>();
    private final VirtualTime time = new VirtualTime();
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final SimulatedServer server;
    private final Random random;
    private final long seed;

    /** When each version of each key was written, counted from 1. */
    private final Map<String, List<Long>> versions = new HashMap<>();

    /** Keys of which a cache may still have what was replaced. */
    private final Set<String> written = new LinkedHashSet<>();

    private boolean quiet;
    private long faultsEnd;
    private Duration bound = CALM;
    long served;

    enum Fault {
        WRITER_DIES,
        SHORT_PAUSE,
        LONG_PAUSE,
        FLUSH,
        MESSAGE_DROPPED,
        SHORT_OUTAGE,
        LONG_OUTAGE,
        OUTAGE_FOR_ALL,
        ANSWER_LOST,
        DUPLICATE
    }

    SimulatedCluster(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
        this.server = new SimulatedServer(time, seed);
        for (int i = 0; i < NODES; i++) {
            nodes.add(node());
        }
        run(POLL.multipliedBy(2));
    }

    private SimulatedNode node() {
        return new SimulatedNode(time, server, LogSettings.of(POLL, RETENTION, GRACE, Duration.ofMillis(10)));
    }

    /** Lets a fault happen, sometimes a second one with it, and then enough time pass for every cache to be current. */
    void suffer() {
        bound = CALM;
        quiet = false;
        Fault[] all = Fault.values();
        begin(all[random.nextInt(all.length)]);
        if (random.nextInt(4) == 0) {
            run(Duration.ofMillis(random.nextInt(1_000)));
            Fault second = random.nextBoolean() ? Fault.SHORT_OUTAGE : Fault.SHORT_PAUSE;
            begin(second);
        }
        // Later changes must not be what shows that earlier ones were lost.
        quiet = random.nextBoolean();
        run(Duration.ofNanos(Math.max(0, faultsEnd - time.now()))
                .plus(POLL)
                .plus(GRACE)
                .plus(AFTER_OUTAGE));
        run(Duration.ofSeconds(1));
        for (SimulatedNode node : nodes) {
            node.losses.forEach((reason, count) -> losses.merge(reason, count, Integer::sum));
            node.losses.clear();
        }
    }

    int faultCount() {
        return faults.values().stream().mapToInt(Integer::intValue).sum();
    }

    private void begin(Fault fault) {
        faults.merge(fault, 1, Integer::sum);
        SimulatedNode victim = nodes.get(random.nextInt(NODES));
        allow(POLL.plus(GRACE).plus(SLACK));
        switch (fault) {
            case WRITER_DIES -> die(victim);
            case SHORT_PAUSE -> pause(victim, Duration.ofMillis(random.nextInt(10_000)));
            case LONG_PAUSE -> pause(victim, RETENTION.plusMillis(random.nextInt(10_000)));
            case FLUSH -> server.flush();
            case MESSAGE_DROPPED -> {
                victim.client.dropNextBatch = true;
                write(victim);
            }
            case SHORT_OUTAGE -> outage(List.of(victim), Duration.ofMillis(random.nextInt(10_000)));
            case LONG_OUTAGE -> outage(List.of(victim), RETENTION.plusMillis(random.nextInt(10_000)));
            case OUTAGE_FOR_ALL -> outage(nodes, Duration.ofMillis(random.nextInt(60_000)));
            case ANSWER_LOST -> {
                victim.client.loseNextAnswer = true;
                write(victim);
                allow(POLL.plus(GRACE).plus(SLACK).plus(AFTER_OUTAGE));
            }
            case DUPLICATE -> {
                String key = write(victim);
                run(Duration.ofMillis(random.nextInt(100)));
                victim.changed(key);
            }
        }
        lasts(Duration.ZERO);
    }

    private void die(SimulatedNode victim) {
        if (!victim.timer.isRunning() || victim.log.statistics().waiting() > 0) {
            return;
        }
        // What it has not begun to tell when it dies cannot be noticed by anybody, so it changes one key and no more.
        victim.client.insteadOfNextCount = victim.timer::die;
        write(victim);
        nodes.remove(victim);
        run(Duration.ofMillis(500));
        nodes.add(node());
    }

    private void pause(SimulatedNode victim, Duration duration) {
        victim.timer.pause(duration);
        lasts(duration);
    }

    private void outage(List<SimulatedNode> victims, Duration duration) {
        boolean silent = random.nextBoolean();
        for (SimulatedNode victim : victims) {
            victim.client.down = true;
            victim.client.silent = silent;
            time.at(time.now() + duration.toNanos(), () -> victim.client.down = false);
        }
        allow(POLL.plus(GRACE).plus(SLACK).plus(AFTER_OUTAGE));
        lasts(duration);
    }

    private void allow(Duration least) {
        bound = (least.compareTo(bound) > 0) ? least : bound;
    }

    private void lasts(Duration duration) {
        faultsEnd = Math.max(faultsEnd, time.now() + duration.toNanos());
    }

    private void run(Duration duration) {
        for (long end = time.now() + duration.toNanos(); time.now() < end; ) {
            time.pass(STEP);
            for (int i = 0; i < READS; i++) {
                read(nodes.get(random.nextInt(nodes.size())));
            }
            if (!quiet && random.nextInt(STEPS_PER_WRITE) == 0) {
                write(nodes.get(random.nextInt(nodes.size())));
            }
            check();
        }
    }

    private String write(SimulatedNode node) {
        String key = "" + random.nextInt(KEYS);
        if (node.timer.isRunning()) {
            List<Long> times = versions.computeIfAbsent(key, absent -> new ArrayList<>());
            times.add(time.now());
            written.add(key);
            node.l1.put(key, (long) times.size());
            node.changed((random.nextInt(500) == 0) ? null : key);
        }
        return key;
    }

    private void read(SimulatedNode node) {
        String key = "" + random.nextInt(KEYS);
        if (node.timer.isRunning()) {
            served++;
            node.l1.computeIfAbsent(
                    key, absent -> (long) versions.getOrDefault(key, List.of()).size());
        }
    }

    /** Only a write makes what a cache has stale, so only written keys need be looked at, until no cache has them outdated. */
    private void check() {
        written.removeIf(key -> nodes.stream().noneMatch(node -> isOutdated(node, key)));
        for (SimulatedNode node : nodes) {
            if (node.timer.isRunning()) {
                written.stream().filter(key -> isOutdated(node, key)).forEach(key -> check(node, key));
            }
        }
    }

    private boolean isOutdated(SimulatedNode node, String key) {
        Long version = node.l1.get(key);
        return version != null && version < versions.get(key).size();
    }

    private void check(SimulatedNode node, String key) {
        long replaced = versions.get(key).get(node.l1.get(key).intValue());
        boolean calm = replaced - faultsEnd > bound.toNanos();
        long staleSince = Math.max(replaced, faultsEnd);
        Assertions.assertThat(Duration.ofNanos(time.now() - staleSince))
                .as("Outdated for, in node %s of seed %s after faults %s", nodes.indexOf(node), seed, faults)
                .isLessThanOrEqualTo(calm ? CALM : bound);
    }
}
