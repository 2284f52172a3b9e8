/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.race;

import java.util.List;
import java.util.stream.Stream;

import com.couchbase.client.core.error.CouchbaseException;
import org.springframework.cache.Cache;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The ways to change a row and the cache. Whoever puts locks the row: what is put after another one has changed the row and has evicted is old for any
 * cache.
 */
enum Change {
    EVICT {
        @Override
        String carryOut(Service service, Database database, Cache cache, int key) {
            return service.change(key);
        }
    },
    PUT {
        @Override
        String carryOut(Service service, Database database, Cache cache, int key) {
            return database.locked(key, () -> service.put(key));
        }
    },
    /** Two instances at once may put in another order than they wrote. */
    PUT_AT_ONCE {
        @Override
        String carryOut(Service service, Database database, Cache cache, int key) {
            return service.put(key);
        }
    },
    CLEAR {
        @Override
        String carryOut(Service service, Database database, Cache cache, int key) {
            return service.changeAndClear(key);
        }
    },
    PUT_IF_ABSENT {
        @Override
        String carryOut(Service service, Database database, Cache cache, int key) {
            return database.locked(key, () -> {
                String value = service.change(key);
                try {
                    cache.putIfAbsent(key, value);
                } catch (DataAccessException | CouchbaseException ex) {
                    // As without the starter, where Redis or Couchbase is away.
                }
                return value;
            });
        }
    },
    EVICT_AND_READ {
        @Override
        String carryOut(Service service, Database database, Cache cache, int key) {
            String value = service.change(key);
            service.find(key);
            return value;
        }
    },
    /** Before the method, which is of use within a transaction alone: others read the old row until the change. */
    EVICT_BEFORE(true) {
        @Override
        String carryOut(Service service, Database database, Cache cache, int key) {
            return service.evictAndChange(key);
        }
    },
    CLEAR_BEFORE(true) {
        @Override
        String carryOut(Service service, Database database, Cache cache, int key) {
            return service.clearAndChange(key);
        }
    },
    EVICT_AFTER_COMMIT(true) {
        @Override
        String carryOut(Service service, Database database, Cache cache, int key) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    service.evict(key);
                }
            });
            return database.write(key);
        }
    };

    static final List<Change> ALL =
            Stream.of(values()).filter(change -> change != PUT_AT_ONCE).toList();

    private final boolean always;

    Change() {
        this(false);
    }

    Change(boolean always) {
        this.always = always;
    }

    /** How it ends. */
    enum Transaction {
        NONE,
        COMMIT,
        ROLLBACK
    }

    abstract String carryOut(Service service, Database database, Cache cache, int key);

    /** Returns when the change has returned, and the transaction has ended. */
    void carryOut(Service service, Database database, Cache cache, int key, Transaction transaction) {
        String value;
        if (transaction == Transaction.NONE && !always) {
            value = carryOut(service, database, cache, key);
        } else {
            value = new TransactionTemplate(database.transactions()).execute(status -> {
                String written = carryOut(service, database, cache, key);
                Database.sleep(key % 5);
                if (transaction == Transaction.ROLLBACK) {
                    status.setRollbackOnly();
                }
                return written;
            });
        }
        database.acknowledge(key, value);
    }
}
