/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.couchbase;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.couchbase.client.core.error.TemporaryFailureException;
import com.couchbase.client.java.codec.Transcoder;
import com.couchbase.mock.memcached.protocol.CommandCode;
import com.couchbase.mock.memcached.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.cache.Cache;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.couchbase.CouchbaseClientFactory;
import org.springframework.data.couchbase.cache.CouchbaseCacheConfiguration;
import org.springframework.data.couchbase.cache.CouchbaseCacheManager;
import org.springframework.data.couchbase.cache.CouchbaseCacheWriter;
import org.springframework.data.couchbase.cache.DefaultCouchbaseCacheWriter;

import dev.tuned.cache.NearApplication;
import dev.tuned.cache.near.CouchbaseNearCache;
import dev.tuned.cache.near.NearSettings;
import dev.tuned.cache.near.NearStore;
import dev.tuned.cache.notify.CouchbaseChannel;
import dev.tuned.cache.notify.Key;
import dev.tuned.cache.notify.Notification;
import dev.tuned.cache.notify.Notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Each part of what keeps old values out, in the one order of steps that it is there for. */
@Tag("thorough")
class CouchbaseGuardIT extends AbstractCouchbaseIT {

    /** Spring's writer, which tests can stop between the steps of an operation. */
    static final class Stepped implements CouchbaseCacheWriter {

        private final CouchbaseCacheWriter delegate;
        private volatile Runnable beforeFill = () -> {};
        private volatile Runnable afterFill = () -> {};
        private volatile Runnable beforeRemove = () -> {};

        Stepped(CouchbaseCacheWriter delegate) {
            this.delegate = delegate;
        }

        @Override
        public void put(String collection, String key, Object value, Duration expiry, Transcoder transcoder) {
            delegate.put(collection, key, value, expiry, transcoder);
        }

        @Override
        public @Nullable Object putIfAbsent(
                String collection, String key, Object value, Duration expiry, Transcoder transcoder) {
            return putIfAbsent(collection, key, value, expiry, transcoder, Object.class);
        }

        @Override
        public @Nullable Object putIfAbsent(
                String collection, String key, Object value, Duration expiry, Transcoder transcoder, Class<?> type) {
            beforeFill.run();
            Object there = delegate.putIfAbsent(collection, key, value, expiry, transcoder, type);
            afterFill.run();
            return there;
        }

        @Override
        public @Nullable Object get(String collection, String key, Transcoder transcoder) {
            return delegate.get(collection, key, transcoder);
        }

        @Override
        public @Nullable Object get(String collection, String key, Transcoder transcoder, Class<?> type) {
            return delegate.get(collection, key, transcoder, type);
        }

        @Override
        public boolean remove(String collection, String key) {
            beforeRemove.run();
            return delegate.remove(collection, key);
        }

        @Override
        public long clear(String collection, String pattern) {
            return delegate.clear(collection, pattern);
        }
    }

    private static final class Step implements Runnable {

        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public void run() {
            reached.countDown();
            await(goOn);
        }

        private static void await(CountDownLatch latch) {
            try {
                assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(ex);
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnWriter {

        @Bean
        Stepped writer(CouchbaseClientFactory clients) {
            return new Stepped(new DefaultCouchbaseCacheWriter(clients));
        }

        @Bean
        NearStore near(CouchbaseClientFactory clients) {
            ThreadFactory threads = task -> {
                Thread thread = new Thread(task, "near");
                thread.setDaemon(true);
                return thread;
            };
            NearStore near = new NearStore(
                    settings(),
                    "Couchbase",
                    TemporaryFailureException.class::isInstance,
                    new Notifications(new CouchbaseChannel(
                            () -> clients.getBucket().defaultCollection(), "tuned-cache", () -> true, threads)),
                    () -> false,
                    threads);
            near.channel().start();
            return near;
        }

        private static NearSettings settings() {
            return new Binder(new MapConfigurationPropertySource(Map.of("tuned.cache.hard-timeout", "20s")))
                    .bindOrCreate("tuned.cache", NearSettings.class);
        }

        @Bean
        CouchbaseCacheManager cacheManager(NearStore near, Stepped writer, CouchbaseClientFactory clients) {
            return CouchbaseCacheManager.builder(CouchbaseNearCache.writer(writer))
                    .cacheDefaults(CouchbaseNearCache.known(
                            CouchbaseCacheConfiguration.defaultCacheConfig(),
                            (name, configuration) -> new CouchbaseNearCache(
                                    "cacheManager", name, false, settings(), near, clients, writer, configuration)))
                    .build();
        }
    }

    private NearApplication application;
    private NearStore near;
    private Stepped writer;

    @BeforeEach
    void start() {
        application = start(List.of(OwnWriter.class), List.of());
        near = application.bean(NearStore.class);
        writer = application.bean(Stepped.class);
        await().atMost(SOON).until(() -> near.channel().isConnected());
    }

    private Cache cache() {
        return application.cache("products");
    }

    private static @Nullable String value(Cache cache) {
        return cache.get("1", String.class);
    }

    private boolean isThere() {
        return new DefaultCouchbaseCacheWriter(application.bean(CouchbaseClientFactory.class))
                        .get(
                                null,
                                "products::1",
                                CouchbaseCacheConfiguration.defaultCacheConfig().getValueTranscoder())
                != null;
    }

    /** What another instance sends after a change. */
    private static Notification changed() {
        return new Notification(UUID.randomUUID(), new Key("\0products::1".getBytes(StandardCharsets.UTF_8)), false);
    }

    @Test
    void loadThatBeganBeforeAChangeIsNotKept() {
        assertThat(value(cache())).isNull();
        near.changed(changed());

        cache().put("1", "loaded before");

        assertThat(value(cache())).isNull();
        await().atMost(SOON).until(() -> near.channel().sent() > 0 && near.pending() == 0);
        assertThat(isThere()).isFalse();
    }

    @Test
    void loadedValueThatArrivesAfterAChangeIsDeletedOnceMore() {
        assertThat(value(cache())).isNull();
        cache().put("1", "loaded before");
        await().atMost(SOON).until(this::isThere);
        await().during(Duration.ofMillis(500)).atMost(SOON).until(this::isThere);

        near.changed(changed());

        await().atMost(SOON).until(() -> !isThere());
        assertThat(value(cache())).isNull();
    }

    @Test
    void loadedValueThatArrivesAfterOnesOwnChangeIsNotRead() {
        assertThat(value(cache())).isNull();
        Step beforeFill = new Step();
        Step afterFill = new Step();
        writer.beforeFill = beforeFill;
        writer.afterFill = afterFill;
        cache().put("1", "loaded before");
        Step.await(beforeFill.reached);
        cache().evict("1");
        beforeFill.goOn.countDown();
        Step.await(afterFill.reached);

        assertThat(value(cache())).isNull();

        afterFill.goOn.countDown();
        await().atMost(SOON).until(() -> near.pending() == 0);
        assertThat(isThere()).isFalse();
    }

    @Test
    void loadedValueDoesNotReplaceANewerOne() {
        assertThat(value(cache())).isNull();
        new DefaultCouchbaseCacheWriter(application.bean(CouchbaseClientFactory.class))
                .put(
                        null,
                        "products::1",
                        "newer",
                        null,
                        CouchbaseCacheConfiguration.defaultCacheConfig().getValueTranscoder());

        cache().put("1", "loaded before");

        await().atMost(SOON).until(() -> !isThere() && near.pending() == 0);
        assertThat(value(cache())).isNull();
    }

    @Test
    void keyIsNotReadFromCouchbaseWhileItsEvictIsPending() {
        cache().put("1", "old");
        Step beforeRemove = new Step();
        writer.beforeRemove = beforeRemove;
        CompletableFuture<Void> evict = CompletableFuture.runAsync(() -> cache().evict("1"));
        Step.await(beforeRemove.reached);

        assertThat(isThere()).isTrue();
        assertThat(value(cache())).isNull();

        beforeRemove.goOn.countDown();
        evict.join();
        assertThat(isThere()).isFalse();
        assertThat(near.pending()).isZero();
    }

    @Test
    void evictThatFailsIsRepeated() {
        cache().put("1", "old");
        AtomicInteger failures = new AtomicInteger();
        writer.beforeRemove = () -> {
            if (failures.incrementAndGet() <= 3) {
                throw new TemporaryFailureException(null);
            }
        };

        cache().evict("1");

        assertThat(near.pending()).isEqualTo(1);
        assertThat(value(cache())).isNull();
        await().atMost(SOON).until(() -> near.pending() == 0);
        assertThat(isThere()).isFalse();
        assertThat(failures).hasValueGreaterThan(3);
    }

    /** Its caller is told that it failed. */
    @Test
    void putIfAbsentThatNobodyIsNotifiedOfIsTakenBack() {
        couchbase.fail(ErrorCode.ETMPFAIL, CommandCode.INCREMENT, -1);
        try {
            assertThatThrownBy(() -> cache().putIfAbsent("1", "value")).isInstanceOf(RuntimeException.class);
            assertThat(isThere()).isTrue();
        } finally {
            couchbase.fail(ErrorCode.SUCCESS, CommandCode.INCREMENT, 0);
        }
        await().atMost(Duration.ofSeconds(10)).until(() -> !isThere() && near.pending() == 0);
        assertThat(value(cache())).isNull();
    }
}
