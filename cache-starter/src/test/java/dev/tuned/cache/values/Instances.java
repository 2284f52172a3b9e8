/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.values;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.serializer.GenericJackson2JsonRedisSerializer;
import org.springframework.data.redis.serializer.GenericJacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;
import org.springframework.data.redis.serializer.RedisSerializer;

import dev.tuned.cache.NearApplication;
import dev.tuned.cache.RedisServer;
import dev.tuned.cache.autoconfigure.NearManagers;

import static org.awaitility.Awaitility.await;

/** Two instances with near caches and two as Spring Boot makes them, each pair with its own database of a Redis. */
final class Instances implements AutoCloseable {

    /** What the values in Redis are made by. */
    enum Serializer {
        JDK(RedisSerializer.java()),
        JACKSON_3(GenericJacksonJsonRedisSerializer.builder()
                .enableSpringCacheNullValueSupport()
                .enableUnsafeDefaultTyping()
                .build()),
        JACKSON_2(jackson2());

        private final RedisSerializer<Object> serializer;

        Serializer(RedisSerializer<Object> serializer) {
            this.serializer = serializer;
        }

        @SuppressWarnings("removal")
        private static RedisSerializer<Object> jackson2() {
            return new GenericJackson2JsonRedisSerializer();
        }
    }

    private static volatile Serializer current = Serializer.JDK;

    private final Serializer serializer;
    private final List<NearApplication> near = new ArrayList<>();
    private final List<NearApplication> stock = new ArrayList<>();

    Instances(RedisServer redis, Serializer serializer, String... properties) {
        this.serializer = serializer;
        current = serializer;
        redis.command("FLUSHALL");
        for (int i = 0; i < 2; i++) {
            List<String> all = new ArrayList<>(List.of(properties));
            all.add(NearApplication.PATIENT);
            all.add("tuned.cache.near=products");
            near.add(NearApplication.start(redis, List.of(Instance.class), all));
            all.set(all.size() - 1, "spring.data.redis.database=1");
            stock.add(NearApplication.start(redis, List.of(Instance.class), all));
        }
        await().until(() -> near.stream()
                .allMatch(instance -> instance.bean(NearManagers.class).stores().stream()
                        .allMatch(each -> each.channel().isConnected())));
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
            return serializer.serializer.serialize(value);
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
                    .serializeValuesWith(SerializationPair.fromSerializer(current.serializer));
        }
    }
}
