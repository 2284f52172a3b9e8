/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.race;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.tuned.cache.MockCouchbase;
import dev.tuned.cache.fault.CouchbaseFault;

/** How old a read is at most that begins after a change has returned, with three instances in front of one Couchbase. */
@Timeout(180)
@Tag("nightly")
class CouchbaseRaceIT {

    private static final Runnable NOTHING = () -> {};
    private static final String NO_PROPERTY = "a=b";
    /** One poll. */
    private static final Duration POLL = Duration.ofMillis(750);

    private static MockCouchbase couchbase;

    @BeforeAll
    static void startCouchbase() {
        couchbase = new MockCouchbase();
    }

    @AfterAll
    static void stopCouchbase() {
        couchbase.close();
    }

    @Test
    void evicts() {
        race(Duration.ofSeconds(5), false, List.of(Change.EVICT), POLL);
    }

    @Test
    void allChangesAtOnce() {
        race(Duration.ofSeconds(5), true, Change.ALL, POLL.plusSeconds(1));
    }

    @Test
    @Tag("nightly")
    void allChangesAtOnceForAMinute() {
        race(Duration.ofSeconds(60), true, Change.ALL, POLL.plusSeconds(1));
    }

    private static void race(Duration time, boolean transactions, List<Change> changes, Duration bound) {
        try (Race race = new Race(couchbase, 50, instance -> NO_PROPERTY, transactions, changes)) {
            race.run(time, NOTHING);
            race.assertWithin(bound);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TOO_SLOW", "SILENT", "REFUSING", "FULL", "NODE_LEAVES"})
    void couchbaseThatIsAway(CouchbaseFault fault) {
        Race.ofAnOutage(fault, store -> store);
    }
}
