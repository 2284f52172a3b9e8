/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.values;

import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.couchbase.client.java.codec.DefaultJsonSerializer;
import com.couchbase.client.java.codec.JsonTranscoder;
import com.couchbase.client.java.codec.SerializableTranscoder;
import com.couchbase.client.java.codec.Transcoder;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.cache.autoconfigure.CouchbaseCacheManagerBuilderCustomizer;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.couchbase.CouchbaseClientFactory;
import org.springframework.data.couchbase.cache.CouchbaseCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.serializer.GenericJackson2JsonRedisSerializer;
import org.springframework.data.redis.serializer.GenericJacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;
import org.springframework.data.redis.serializer.RedisSerializer;

import dev.tuned.cache.MockCouchbase;
import dev.tuned.cache.NearApplication;
import dev.tuned.cache.RedisServer;
import dev.tuned.cache.Store;
import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.notify.CouchbaseDocuments;

import static org.awaitility.Awaitility.await;

/** Two instances with near caches and two as Spring Boot makes them, each pair with a Redis or a Couchbase of its own. */
final class Instances implements AutoCloseable {

    /** What the values in Redis or Couchbase are made by. */
    enum Serializer {
        JDK(RedisSerializer.java()),
        JACKSON_3(GenericJacksonJsonRedisSerializer.builder()
                .enableSpringCacheNullValueSupport()
                .enableUnsafeDefaultTyping()
                .build()),
        JACKSON_2(jackson2()),
        COUCHBASE_JDK(SerializableTranscoder.INSTANCE),
        COUCHBASE_JSON(JsonTranscoder.create(DefaultJsonSerializer.create())),
        COUCHBASE_TEXT(new TextTranscoder());

        private final RedisSerializer<Object> redis;
        private final @Nullable Transcoder couchbase;

        Serializer(RedisSerializer<Object> redis) {
            this.redis = redis;
            this.couchbase = null;
        }

        Serializer(Transcoder couchbase) {
            this.redis = RedisSerializer.java();
            this.couchbase = couchbase;
        }

        @SuppressWarnings("removal")
        private static RedisSerializer<Object> jackson2() {
            return new GenericJackson2JsonRedisSerializer();
        }

        private byte @Nullable [] encode(@Nullable Object value) {
            return (couchbase == null || value == null)
                    ? redis.serialize(value)
                    : couchbase.encode(value).encoded();
        }
    }

    /** An application's own, with flags of its own, that can do strings alone. */
    private static final class TextTranscoder implements Transcoder {

        private static final int FLAGS = 0x05_00_00_2a;

        @Override
        public EncodedValue encode(Object value) {
            if (!(value instanceof String text)) {
                throw new IllegalArgumentException("no text: " + value.getClass());
            }
            return new EncodedValue(("own " + text).getBytes(StandardCharsets.UTF_8), FLAGS);
        }

        @Override
        public <T> T decode(Class<T> type, byte[] content, int flags) {
            if (flags != FLAGS) {
                throw new IllegalStateException("flags " + flags);
            }
            return type.cast(new String(content, StandardCharsets.UTF_8).substring("own ".length()));
        }
    }

    /** The stores of both pairs of each kind. */
    static final class Stores implements AutoCloseable {

        private final List<RedisServer> redis = List.of(RedisServer.start(), RedisServer.start());
        private final List<MockCouchbase> couchbase = List.of(new MockCouchbase(), new MockCouchbase());

        private List<? extends Store> of(Serializer serializer) {
            return (serializer.couchbase != null) ? couchbase : redis;
        }

        @Override
        public void close() {
            redis.forEach(RedisServer::close);
            couchbase.forEach(MockCouchbase::close);
        }
    }

    private static volatile Serializer current = Serializer.JDK;

    private final Serializer serializer;
    private final List<? extends Store> pairs;
    private final List<NearApplication> near = new ArrayList<>();
    private final List<NearApplication> stock = new ArrayList<>();

    Instances(Stores stores, Serializer serializer) {
        this.serializer = serializer;
        current = serializer;
        pairs = stores.of(serializer);
        pairs.forEach(Store::clear);
        List<String> properties = List.of(NearApplication.PATIENT, "tuned.cache.couchbase.clear=query");
        List<String> nearProperties = new ArrayList<>(properties);
        nearProperties.add("tuned.cache.near=products");
        for (int i = 0; i < 2; i++) {
            near.add(NearApplication.start(pairs.get(0), List.of(Instance.class), nearProperties));
            stock.add(NearApplication.start(pairs.get(1), List.of(Instance.class), properties));
        }
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> {
            // Whoever reads nothing may not be notified.
            Stream.concat(near.stream(), stock.stream())
                    .forEach(instance -> instance.cache("products").get("ready"));
            return near.stream()
                    .allMatch(instance -> instance.bean(NearManagers.class).stores().stream()
                            .allMatch(each -> each.channel().isConnected()));
        });
    }

    /** The bytes of a key of the cache, in Redis or Couchbase. */
    static byte @Nullable [] stored(NearApplication instance, String key) {
        if (current.couchbase == null) {
            try (RedisConnection connection =
                    instance.bean(RedisConnectionFactory.class).getConnection()) {
                return connection.stringCommands().get(("products::" + key).getBytes(StandardCharsets.UTF_8));
            }
        }
        return CouchbaseDocuments.read(
                        instance.bean(CouchbaseClientFactory.class).getBucket().defaultCollection(), "products::" + key)
                .join();
    }

    /** The keys in Redis or Couchbase, with near caches or without. */
    Set<String> keys(boolean ofNear) {
        if (pairs.get(ofNear ? 0 : 1) instanceof MockCouchbase couchbase) {
            return couchbase.keys();
        }
        NearApplication instance = (ofNear ? near : stock).get(0);
        try (RedisConnection connection =
                instance.bean(RedisConnectionFactory.class).getConnection()) {
            Set<byte[]> keys = connection.keyCommands().keys(new byte[] {'*'});
            return (keys == null)
                    ? Set.of()
                    : keys.stream().map(Arrays::toString).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    NearApplication near(int number) {
        return near.get(number);
    }

    NearApplication stock(int number) {
        return stock.get(number);
    }

    /** How an operation ended. */
    record Outcome(@Nullable Object value, @Nullable Throwable failure) {

        static Outcome of(Callable<@Nullable Object> operation) {
            try {
                return new Outcome(operation.call(), null);
            } catch (CompletionException | ExecutionException ex) {
                return new Outcome(null, (ex.getCause() != null) ? ex.getCause() : ex);
            } catch (Exception | StackOverflowError ex) {
                return new Outcome(null, ex);
            }
        }

        @Override
        public String toString() {
            if (failure == null) {
                return (value == null) ? "null" : value.getClass().getName();
            }
            StringBuilder all = new StringBuilder();
            for (Throwable each = failure; each != null; each = each.getCause()) {
                // What an object is called by default is not the same twice.
                all.append(each.getClass().getName())
                        .append(": ")
                        .append(String.valueOf(each.getMessage()).replaceAll("@[0-9a-f]+", "@"))
                        .append("; ");
            }
            return all.toString();
        }
    }

    /** Whether both got the same. */
    boolean same(Outcome one, Outcome other) {
        return one.toString().equals(other.toString())
                && (one.value() == other.value()
                        || Arrays.equals(encoded(one.value()), encoded(other.value()))
                        || Objects.deepEquals(one.value(), other.value()));
    }

    private byte @Nullable [] encoded(@Nullable Object value) {
        try {
            return serializer.encode(value);
        } catch (RuntimeException | StackOverflowError ex) {
            return new byte[0];
        }
    }

    /** Changes what a caller was given, if he can. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static void change(@Nullable Object value) {
        try {
            if (value instanceof Collection collection) {
                collection.clear();
            } else if (value instanceof Map map) {
                map.clear();
            } else if (value instanceof Types.Bean bean) {
                bean.setName("changed");
                bean.getTags().add("changed");
            } else if (value instanceof Types.Parent parent) {
                parent.getChildren().clear();
            } else if (value instanceof Types.Order order) {
                order.others().clear();
                order.counts().clear();
            } else if (value instanceof Types.WithArray array) {
                array.bytes()[0] = 99;
                array.names()[0] = "changed";
            } else if (value instanceof Date date) {
                date.setTime(99);
            } else if (value instanceof StringBuilder builder) {
                builder.append("changed");
            } else if (value instanceof AtomicInteger integer) {
                integer.set(99);
            } else if (value != null && value.getClass().isArray() && Array.getLength(value) > 1) {
                Array.set(value, 0, Array.get(value, Array.getLength(value) - 1));
            }
        } catch (UnsupportedOperationException ex) {
            // It cannot be changed.
            return;
        }
    }

    @Override
    public void close() {
        near.forEach(NearApplication::close);
        stock.forEach(NearApplication::close);
    }

    /** A service whose method returns a value of each shape. */
    static class Service {

        private final Map<String, @Nullable Object> values;
        private final AtomicInteger calls = new AtomicInteger();

        Service(Map<String, @Nullable Object> values) {
            this.values = values;
        }

        @Cacheable("products")
        public @Nullable Object find(String name) {
            calls.incrementAndGet();
            return values.get(name);
        }

        @Cacheable(cacheNames = "products", sync = true)
        public @Nullable Object findOnce(String name) {
            calls.incrementAndGet();
            return values.get(name);
        }

        public int calls() {
            return calls.get();
        }

        public Map<String, @Nullable Object> values() {
            return values;
        }
    }

    /** The same values for all of them. */
    @Configuration(proxyBeanMethods = false)
    static class Instance {

        /** Each has its own: some can be encoded once only. */
        @Bean
        Service service() {
            return new Service(Shapes.all());
        }

        @Bean
        RedisCacheConfiguration configuration() {
            return RedisCacheConfiguration.defaultCacheConfig()
                    .serializeValuesWith(SerializationPair.fromSerializer(current.redis));
        }

        @Bean
        CouchbaseCacheManagerBuilderCustomizer transcoder() {
            Transcoder transcoder = current.couchbase;
            return builder -> {
                if (transcoder != null) {
                    builder.cacheDefaults(
                            CouchbaseCacheConfiguration.defaultCacheConfig().valueTranscoder(transcoder));
                }
            };
        }
    }
}
