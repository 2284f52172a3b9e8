/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.race;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

import org.springframework.boot.cache.autoconfigure.CouchbaseCacheManagerBuilderCustomizer;
import org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer;
import org.springframework.cache.Cache;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.cache.MockCouchbase;
import dev.tuned.cache.NearApplication;
import dev.tuned.cache.Store;
import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.fault.CouchbaseFault;
import dev.tuned.cache.fault.Stalls;
import dev.tuned.cache.fault.StoreProxy;
import dev.tuned.cache.near.NearStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Three instances, one of which defers changes until after a commit. One thread of each changes random rows, three read: as plain methods, with
 * {@code sync = true}, and as futures.
 */
final class Race implements AutoCloseable {

    private static final int INSTANCES = 3;
    private static final Duration SOON = Duration.ofSeconds(60);
    /** A second, the hard time-out, and what Couchbase takes longer. */
    private static final Duration AFTER_AN_OUTAGE = Duration.ofMillis(1_000 + 250 + 750);

    private static volatile Database database = new Database(0);

    private final Store store;
    private final List<Change> changes;
    private final boolean transactions;
    private final List<NearApplication> instances = new ArrayList<>();
    private final Stalls stalls = new Stalls();
    private final LongAdder reads = new LongAdder();
    private final LongAdder written = new LongAdder();
    private final LongAdder stale = new LongAdder();
    private final AtomicLong longest = new AtomicLong();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private volatile String worst = "none";
    private volatile boolean writing;
    private volatile boolean reading;

    /**
     * Starts the instances.
     *
     * @param keys of the rows
     * @param port the property of an instance
     * @param changes the ways to change something
     * @param transactions whether changes are made within transactions, too
     */
    Race(Store store, int keys, IntFunction<String> port, boolean transactions, List<Change> changes) {
        this.store = store;
        this.changes = changes;
        this.transactions = transactions;
        database = new Database(keys);
        store.clear();
        for (int i = 0; i < INSTANCES; i++) {
            List<Class<?>> configuration = new ArrayList<>(List.of(Instance.class));
            if (i == INSTANCES - 1) {
                configuration.add(AfterCommit.class);
            }
            instances.add(
                    NearApplication.start(store, configuration, List.of("tuned.cache.near=products", port.apply(i))));
        }
        await().atMost(SOON).until(() -> {
            // Whoever reads nothing may not be notified.
            instances.forEach(instance -> instance.bean(Service.class).find(0));
            return nears().stream().allMatch(near -> near.channel().isConnected());
        });
    }

    /** A race while Couchbase is away for two seconds. */
    static void ofAnOutage(CouchbaseFault fault, UnaryOperator<Store> caches) {
        AtomicLong away = new AtomicLong();
        try (MockCouchbase couchbase = new MockCouchbase(2);
                StoreProxy proxy = new StoreProxy(couchbase.port())) {
            couchbase.setPort(proxy.port());
            try (Race race = new Race(caches.apply(couchbase), 50, instance -> "a=b", true, Change.ALL)) {
                race.run(Duration.ofSeconds(8), () -> {
                    Database.sleep(1_000);
                    long begun = System.nanoTime();
                    fault.begin(couchbase, proxy);
                    Database.sleep(2_000);
                    fault.end(couchbase, proxy);
                    away.set(System.nanoTime() - begun);
                });
                race.assertWithin(Duration.ofNanos(away.get()).plus(AFTER_AN_OUTAGE));
            }
        }
    }

    List<NearStore> nears() {
        return instances.stream()
                .map(instance -> instance.bean(NearManagers.class).stores().get(0))
                .toList();
    }

    /** Runs for a time, during which something happens to the store, until all changes have been carried out. */
    void run(Duration time, Runnable meanwhile) {
        writing = true;
        reading = true;
        List<Thread> writers = new ArrayList<>();
        List<Thread> readers = new ArrayList<>();
        for (NearApplication instance : instances) {
            Service service = instance.bean(Service.class);
            writers.add(begin(() -> writing, () -> write(service, instance.cache("products"))));
            readers.add(begin(() -> reading, () -> read("find", service::find)));
            readers.add(begin(() -> reading, () -> read("findOnce", service::findOnce)));
            if (store.hasFutures()) {
                readers.add(begin(
                        () -> reading,
                        () -> read("findLater", key -> service.findLater(key).join())));
            }
        }
        long end = System.nanoTime() + time.toNanos();
        meanwhile.run();
        Database.sleep(Math.max(0, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
        writing = false;
        writers.forEach(Race::join);
        await().atMost(SOON).until(() -> nears().stream().allMatch(near -> near.pending() == 0));
        reading = false;
        readers.forEach(Race::join);
        Database.sleep(500);
        await().atMost(SOON).until(() -> nears().stream().allMatch(near -> near.pending() == 0));
        System.out.println(this);
    }

    private static Thread begin(BooleanSupplier goOn, Runnable task) {
        Thread thread = new Thread(
                () -> {
                    while (goOn.getAsBoolean()) {
                        task.run();
                    }
                },
                "race");
        thread.start();
        return thread;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    private void write(Service service, Cache cache) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        int key = random.nextInt(database.keys());
        for (int i = 0; i < 3; i++) {
            Change change = changes.get(random.nextInt(changes.size()));
            int end = transactions ? random.nextInt(6) : 0;
            Change.Transaction transaction = (end < 3)
                    ? Change.Transaction.NONE
                    : (end < 5) ? Change.Transaction.COMMIT : Change.Transaction.ROLLBACK;
            try {
                change.carryOut(service, database, cache, key, transaction);
                written.increment();
            } catch (RuntimeException ex) {
                failures.add(change + " " + transaction + ": " + ex);
            }
            Database.sleep(random.nextInt(15));
        }
        Database.sleep(random.nextInt(100));
    }

    private void read(String how, IntFunction<String> find) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        int key = random.nextInt(database.keys());
        long begun = System.nanoTime();
        try {
            String value = find.apply(key);
            reads.increment();
            long staleness = database.staleness(key, value, begun);
            if (staleness > 0) {
                stale.increment();
                if (longest.accumulateAndGet(staleness, Math::max) == staleness) {
                    worst = how + " of " + key + ": " + value;
                }
            }
        } catch (RuntimeException ex) {
            failures.add(how + ": " + ex);
        }
        Database.sleep(1 + random.nextInt(3));
    }

    /** How much too old a read was at most. */
    Duration longest() {
        return Duration.ofNanos(longest.get());
    }

    /** A bound as it is on a machine as busy as this one. */
    Duration allow(Duration bound) {
        return stalls.allow(bound);
    }

    /** Entries in the store that are not what the database has. */
    List<String> staleInStore() {
        List<String> found = new ArrayList<>();
        try (NearApplication other = NearApplication.near(store, NearApplication.PATIENT)) {
            Cache cache = other.cache("products");
            for (int key = 0; store.isShared() && key < database.keys(); key++) {
                String value = cache.get(key, String.class);
                if (value != null && !database.isCurrent(key, value)) {
                    found.add(value);
                }
            }
        }
        return found;
    }

    /** Values that an instance gives that are not what the database has. */
    List<String> staleInInstances() {
        List<String> found = new ArrayList<>();
        for (NearApplication instance : instances) {
            for (int key = 0; key < database.keys(); key++) {
                String value = instance.bean(Service.class).find(key);
                if (!database.isCurrent(key, value)) {
                    found.add("instance " + instances.indexOf(instance) + ": " + value);
                }
            }
        }
        return found;
    }

    /** No call failed, no read was older than a bound, and there is nothing old at the end. */
    void assertWithin(Duration bound) {
        assertThat(failures).isEmpty();
        assertThat(reads.sum()).isGreaterThan(100);
        assertThat(written.sum()).isGreaterThan(5);
        assertThat(longest()).as(toString()).isLessThanOrEqualTo(allow(bound));
        assertThat(staleInStore()).isEmpty();
        assertThat(staleInInstances()).isEmpty();
    }

    @Override
    public String toString() {
        return reads + " reads, " + written + " changes, " + stale + " stale reads, longest "
                + longest().toMillis() + " ms (" + worst + "), allowed are "
                + allow(Duration.ZERO).toMillis() + " ms more, failures: " + failures;
    }

    @Override
    public void close() {
        instances.forEach(NearApplication::close);
        stalls.close();
    }

    /** The service of an instance. */
    @Configuration(proxyBeanMethods = false)
    static class Instance {

        @Bean
        Service service() {
            return new Service(database);
        }
    }

    /** Changes are deferred until after the commit. */
    @Configuration(proxyBeanMethods = false)
    static class AfterCommit {

        @Bean
        RedisCacheManagerBuilderCustomizer afterCommit() {
            return builder -> builder.transactionAware();
        }

        @Bean
        CouchbaseCacheManagerBuilderCustomizer afterCommitInCouchbase() {
            return builder -> builder.transactionAware();
        }
    }
}
