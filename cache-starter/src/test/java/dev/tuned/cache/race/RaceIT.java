/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.race;

import java.lang.reflect.Field;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.util.ReflectionUtils;

import dev.tuned.cache.NeedsRedis;
import dev.tuned.cache.RedisServer;
import dev.tuned.cache.far.RecentWrites;
import dev.tuned.cache.fault.StoreProxy;
import dev.tuned.cache.near.NearStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** How old a read is at most that begins after a change has returned, with three instances. */
@NeedsRedis
@Timeout(180)
@Tag("thorough")
class RaceIT {

    private static final Runnable NOTHING = () -> {};
    private static final Duration TWO_WRITERS = Duration.ofSeconds(1);

    /** So few keys are changed while they are loaded, more often than not. */
    private static final int FEW = 8;

    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    private static String direct(int instance) {
        return "spring.data.redis.port=" + redis.port();
    }

    @Test
    void allChangesAtOnce() {
        raceOfAllChanges(Duration.ofSeconds(5));
    }

    @Test
    @Tag("nightly")
    void allChangesAtOnceForAMinute() {
        raceOfAllChanges(Duration.ofSeconds(60));
    }

    private static void raceOfAllChanges(Duration time) {
        try (Race race = new Race(redis, 50, RaceIT::direct, true, Change.ALL)) {
            race.run(time, NOTHING);
            race.assertWithin(TWO_WRITERS);
        }
    }

    @Test
    void putsAtOnce() {
        try (Race race = new Race(redis, FEW, RaceIT::direct, false, List.of(Change.PUT_AT_ONCE))) {
            race.run(Duration.ofSeconds(3), NOTHING);
            race.assertWithin(TWO_WRITERS);
        }
    }

    @Test
    void evictsThatRaceWithLoadsAndLateNotifications() {
        try (StoreProxy proxy = lateNotifications();
                Race race = new Race(redis, FEW, instance -> proxy.property(), false, List.of(Change.EVICT))) {
            race.run(Duration.ofSeconds(3), NOTHING);
            race.assertWithin(TWO_WRITERS);
        }
    }

    /** The race above fails where that part is missing. When depends on luck; {@code GuardIT} has what does not. */
    @Test
    @Tag("nightly")
    void withoutTheDoubleDeleteOldEntriesStay() {
        try (StoreProxy proxy = lateNotifications();
                Race race = new Race(redis, FEW, instance -> proxy.property(), false, List.of(Change.EVICT))) {
            race.nears().forEach(RaceIT::rememberNoWrites);

            await().pollInSameThread().atMost(Duration.ofSeconds(60)).until(() -> {
                race.run(Duration.ofSeconds(1), NOTHING);
                return !race.staleInStore().isEmpty();
            });
        }
    }

    @Tag("nightly")
    @Test
    void pausedRedis() {
        raceOfAnOutage(redis::pause, redis::resume);
    }

    @Test
    void killedRedis() {
        raceOfAnOutage(redis::kill, redis::restart);
    }

    private static void raceOfAnOutage(Runnable begin, Runnable end) {
        AtomicLong away = new AtomicLong();
        try (Race race = new Race(redis, 50, RaceIT::direct, true, Change.ALL)) {
            race.run(Duration.ofSeconds(5), () -> {
                Database.sleep(1_000);
                long begun = System.nanoTime();
                begin.run();
                Database.sleep(2_000);
                end.run();
                away.set(System.nanoTime() - begun);
            });
            race.assertWithin(Duration.ofNanos(away.get()).plusMillis(1_250));
        }
    }

    @Tag("nightly")
    @Test
    void lostSubscriptions() {
        try (Race race = new Race(redis, 50, RaceIT::direct, true, Change.ALL)) {
            race.run(Duration.ofSeconds(4), () -> {
                for (int i = 0; i < 5; i++) {
                    Database.sleep(600);
                    redis.command("CLIENT KILL TYPE pubsub");
                }
            });
            race.assertWithin(Duration.ofSeconds(3));
        }
    }

    /** A notification that is late by little makes frequent what is rare with a Redis nearby. */
    private static StoreProxy lateNotifications() {
        StoreProxy proxy = new StoreProxy(redis.port());
        proxy.slowSubscriptions(Duration.ofMillis(20));
        return proxy;
    }

    /** Who does not remember what he wrote deletes nothing once more. */
    private static void rememberNoWrites(NearStore near) {
        Object recent = ReflectionUtils.getField(fieldOf(NearStore.class, RecentWrites.class), near);
        ReflectionUtils.setField(fieldOf(RecentWrites.class, Map.class), recent, new Forgetful());
    }

    private static Field fieldOf(Class<?> owner, Class<?> type) {
        List<Field> fields = Stream.of(owner.getDeclaredFields())
                .filter(field -> field.getType() == type)
                .toList();
        assertThat(fields).hasSize(1);
        ReflectionUtils.makeAccessible(fields.get(0));
        return fields.get(0);
    }

    private static final class Forgetful extends LinkedHashMap<Object, Object> {

        private static final long serialVersionUID = 1L;

        @Override
        public @Nullable Object put(Object key, Object value) {
            return null;
        }
    }
}
