/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.race;

import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/**
 * What the values come from: rows that have versions, that a transaction locks until all that follows its end is done, and that others see after its
 * commit. It knows of each value whether it was ever true, and since when it is not: since a later change, with what it did to the cache, had
 * returned. Thread-safe.
 */
final class Database {

    private static final class Row {

        private final ReentrantLock lock = new ReentrantLock();
        private final Map<String, Long> versions = new ConcurrentHashMap<>();
        private final NavigableMap<Long, Long> acknowledged = new ConcurrentSkipListMap<>();
        private final Map<String, Long> rolledBack = new ConcurrentHashMap<>();
        private volatile String value = "";
        private volatile long version;
    }

    /** What the current thread's transaction wrote. */
    private static final class Transaction {

        private int key = -1;
        private String value = "";
    }

    private final Row[] rows;
    private final AtomicLong numbers = new AtomicLong();
    private final ThreadLocal<Transaction> transaction = new ThreadLocal<>();

    Database(int keys) {
        rows = IntStream.range(0, keys).mapToObj(key -> new Row()).toArray(Row[]::new);
        IntStream.range(0, keys).forEach(this::write);
    }

    int keys() {
        return rows.length;
    }

    /** What the current transaction sees; a load takes its time. */
    String load(int key) {
        String value = value(key);
        int time = ThreadLocalRandom.current().nextInt(10);
        if (time < 5) {
            sleep(time * 3);
        }
        return value;
    }

    private String value(int key) {
        Transaction current = transaction.get();
        return (current != null && current.key == key) ? current.value : rows[key].value;
    }

    static void sleep(long milliseconds) {
        try {
            TimeUnit.MILLISECONDS.sleep(milliseconds);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    /** Writes a new value; within a transaction others see it after the commit, and cannot write this row before. */
    String write(int key) {
        Row row = rows[key];
        String value = key + "-" + numbers.incrementAndGet();
        Transaction current = transaction.get();
        row.lock.lock();
        if (current == null) {
            commitRow(row, value);
            row.lock.unlock();
        } else {
            current.key = key;
            current.value = value;
        }
        return value;
    }

    private static void commitRow(Row row, String value) {
        long version = row.version + 1;
        row.versions.put(value, version);
        row.value = value;
        row.version = version;
    }

    /** Nobody else writes the row meanwhile. */
    String locked(int key, Supplier<String> change) {
        ReentrantLock lock = rows[key].lock;
        lock.lock();
        try {
            return change.get();
        } finally {
            lock.unlock();
        }
    }

    /** The change that wrote a value has returned. */
    void acknowledge(int key, String value) {
        Row row = rows[key];
        Long version = row.versions.get(value);
        if (version != null) {
            row.acknowledged.put(version, System.nanoTime());
        } else {
            row.rolledBack.put(value, System.nanoTime());
        }
    }

    /** For how long a value had not been true when a read of it began, in nanoseconds; 0: it may have been. */
    long staleness(int key, String value, long begun) {
        Row row = rows[key];
        Long rolledBack = row.rolledBack.get(value);
        if (rolledBack != null) {
            return Math.max(0, begun - rolledBack);
        }
        Long version = row.versions.get(value);
        if (version == null) {
            // A transaction goes on that wrote it.
            return 0;
        }
        return row.acknowledged.tailMap(version, false).values().stream()
                .mapToLong(since -> begun - since)
                .reduce(0, Math::max);
    }

    boolean isCurrent(int key, String value) {
        return rows[key].value.equals(value);
    }

    AbstractPlatformTransactionManager transactions() {
        return new Transactions();
    }

    private final class Transactions extends AbstractPlatformTransactionManager {

        @Override
        protected Object doGetTransaction() {
            return new Transaction();
        }

        @Override
        protected void doBegin(Object begun, TransactionDefinition definition) {
            transaction.set((Transaction) begun);
        }

        @Override
        protected void doCommit(DefaultTransactionStatus status) {
            Transaction current = (Transaction) status.getTransaction();
            transaction.remove();
            if (current.key >= 0) {
                commitRow(rows[current.key], current.value);
            }
        }

        @Override
        protected void doRollback(DefaultTransactionStatus status) {
            transaction.remove();
        }

        @Override
        protected void doCleanupAfterCompletion(Object ended) {
            Transaction current = (Transaction) ended;
            if (current.key >= 0) {
                rows[current.key].lock.unlock();
            }
        }
    }
}
