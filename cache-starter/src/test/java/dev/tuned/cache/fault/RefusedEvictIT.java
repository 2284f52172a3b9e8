/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.fault;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache;

import dev.tuned.cache.NearApplication;
import dev.tuned.cache.NeedsRedis;
import dev.tuned.cache.RedisServer;
import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.near.NearStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Redis refuses to delete, for a time; it accepts everything else. */
@NeedsRedis
@ExtendWith(OutputCaptureExtension.class)
class RefusedEvictIT {

    private static final Duration SOON = Duration.ofSeconds(60);

    private RedisServer redis;
    private NearApplication application;
    private Cache cache;
    private NearStore near;

    @BeforeEach
    void start() {
        redis = RedisServer.start();
        application = NearApplication.near(redis);
        cache = application.cache("products");
        near = application.bean(NearManagers.class).stores().get(0);
        await().atMost(SOON).until(() -> near.channel().isConnected());
        // A put that a busy machine has not confirmed in time is deleted again.
        await().atMost(SOON).until(() -> {
            cache.put("1", "old");
            return near.pending() == 0 && redis.has("products::1");
        });
        assertThat(redis.command("ACL SETUSER default -del")).startsWith("+OK");
        cache.evict("1");
        assertThat(cache.get("1")).isNull();
        assertThat(redis.has("products::1")).isTrue();
    }

    @AfterEach
    void stop() {
        application.close();
        redis.close();
    }

    private void assertGone() {
        assertThat(redis.command("ACL SETUSER default +del")).startsWith("+OK");
        await().atMost(SOON).until(() -> near.pending() == 0);
        assertThat(redis.command("GET products::1")).doesNotContain("old");
        assertThat(cache.get("1", String.class)).isIn(null, "new");
    }

    @Test
    void whatIsNotConfirmedAtTheEndIsSaid(CapturedOutput output) {
        application.close();
        assertThat(output).contains("Changes that Redis has not confirmed: 1");
    }

    @Test
    void evictIsRepeated() {
        assertGone();
    }

    /** Redis has a value, and says so: it is the one that should not be there any more. */
    @Test
    void evictIsRepeatedThoughPutIfAbsentFindsTheOldValue() {
        cache.putIfAbsent("1", "new");

        assertThat(cache.get("1", String.class)).isIn(null, "new");
        assertGone();
    }

    @Test
    void evictIsRepeatedThoughALoadFindsTheOldValue() {
        assertThat(cache.get("1", () -> "new")).isEqualTo("new");

        assertThat(cache.get("1", String.class)).isIn(null, "new");
        assertGone();
    }

    @Test
    void putReplacesTheOldValue() {
        cache.put("1", "new");

        assertThat(cache.get("1", String.class)).isIn(null, "new");
        assertGone();
    }
}
