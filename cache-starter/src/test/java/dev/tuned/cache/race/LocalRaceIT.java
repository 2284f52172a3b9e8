/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.race;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.cache.MockCouchbase;
import dev.tuned.cache.NeedsRedis;
import dev.tuned.cache.RedisServer;
import dev.tuned.cache.Store;
import dev.tuned.cache.fault.CouchbaseFault;

/** How old a read is at most that begins after another instance's change has returned, with three instances whose caches are their own. */
@NeedsRedis
@Timeout(180)
@Tag("nightly")
class LocalRaceIT {

    private static final Runnable NOTHING = () -> {};
    private static final String NO_PROPERTY = "a=b";

    private static RedisServer redis;
    private static MockCouchbase couchbase;

    @BeforeAll
    static void startStores() {
        redis = RedisServer.start();
        couchbase = new MockCouchbase();
    }

    @AfterAll
    static void stopStores() {
        redis.close();
        couchbase.close();
    }

    @ParameterizedTest
    @CsvSource({"redis,caffeine", "couchbase,simple"})
    void allChangesAtOnce(String channel, String type) {
        race(channel, type, Duration.ofSeconds(3));
    }

    @ParameterizedTest
    @CsvSource({"redis,caffeine", "redis,simple", "couchbase,caffeine", "couchbase,simple"})
    @Tag("nightly")
    void allChangesAtOnceForAMinute(String channel, String type) {
        race(channel, type, Duration.ofSeconds(60));
    }

    private static void race(String channel, String type, Duration time) {
        Store store = (channel.equals("redis") ? redis : couchbase).local(type);
        Duration bound = Duration.ofMillis(channel.equals("redis") ? 200 : 750);
        try (Race race = new Race(store, 50, instance -> NO_PROPERTY, true, Change.ALL)) {
            race.run(time, NOTHING);
            race.assertWithin(bound);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"caffeine", "simple"})
    void channelThatIsAway(String type) {
        AtomicLong away = new AtomicLong();
        try (Race race = new Race(redis.local(type), 50, instance -> NO_PROPERTY, true, Change.ALL)) {
            race.run(Duration.ofSeconds(6), () -> {
                Database.sleep(1_000);
                long begun = System.nanoTime();
                redis.pause();
                Database.sleep(2_000);
                redis.resume();
                away.set(System.nanoTime() - begun);
            });
            race.assertWithin(Duration.ofNanos(away.get()).plusSeconds(1));
        }
    }

    @ParameterizedTest
    @CsvSource({"caffeine,REFUSING", "simple,REFUSING", "caffeine,SILENT", "simple,TOO_SLOW", "caffeine,NODE_LEAVES"})
    void couchbaseThatIsAway(String type, CouchbaseFault fault) {
        Race.ofAnOutage(fault, store -> store.local(type));
    }
}
