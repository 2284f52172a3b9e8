/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.values;

import java.util.stream.Stream;

import com.example.caching.Contexts;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.serializer.GenericJacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;

/** Two instances of an application that caches in one Redis: the second reads what the first cached. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableCaching
public class ValuesApplication {

    public static void main(String[] args) throws Exception {
        try (LocalRedis redis = new LocalRedis()) {
            String[] arguments = Stream.concat(
                            Stream.of(args),
                            Stream.of("--spring.cache.type=redis", "--spring.data.redis.port=" + redis.port()))
                    .toArray(String[]::new);
            SpringApplication.run(ValuesApplication.class, arguments).close();
        }
    }

    @Bean
    ApplicationRunner rows(ApplicationContext first, ApplicationArguments arguments) {
        return first.getParent() != null
                ? rows -> {}
                : rows -> {
                    try (ConfigurableApplicationContext second =
                            Contexts.start(ValuesApplication.class, arguments.getSourceArgs())) {
                        new ValueRows(first, second).run();
                    }
                };
    }

    /** Instead of the JDK's serialization. */
    @Configuration(proxyBeanMethods = false)
    @Profile("json")
    static class Json {

        @Bean
        RedisCacheConfiguration configuration() {
            return RedisCacheConfiguration.defaultCacheConfig()
                    .serializeValuesWith(SerializationPair.fromSerializer(
                            GenericJacksonJsonRedisSerializer.builder().build()));
        }
    }
}
