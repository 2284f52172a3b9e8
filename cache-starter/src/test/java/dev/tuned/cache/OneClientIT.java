/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/** Of Redis' and Couchbase's clients an application has one, both, or none. */
@Tag("nightly")
class OneClientIT {

    private static final String REDIS = ".*(redis|lettuce|jedis).*";
    private static final String COUCHBASE = ".*(couchbase|core-io|java-client).*";

    @ParameterizedTest
    @CsvSource({
        "couchbase, couchbase, CouchbaseCacheManager, CouchbaseChannel",
        "redis, redis, RedisCacheManager, RedisChannel",
        "caffeine, couchbase, CaffeineCacheManager, CouchbaseChannel",
        "simple, redis, ConcurrentMapCacheManager, RedisChannel"
    })
    void startsWithIt(String type, String client, String manager, String channel) throws Exception {
        String output = run(client.equals("redis") ? COUCHBASE : REDIS, type);
        assertThat(output)
                .contains("manager " + manager)
                .contains("near products of cacheManager")
                .contains(channel);
    }

    @Test
    void startsWithNone() throws Exception {
        assertThat(run(REDIS + "|" + COUCHBASE, "caffeine")).contains("manager CaffeineCacheManager");
    }

    @ParameterizedTest
    @CsvSource({"--spring.data.redis.host=127.0.0.1, RedisChannel", "--spring.application.name=any, CouchbaseChannel"})
    void ofBothTheOneThatIsConfiguredNotifies(String argument, String channel) throws Exception {
        assertThat(run("none", "caffeine", argument)).contains("notifications through " + channel);
    }

    /** Runs an application without the jars whose names match. */
    private static String run(String without, String type, String... arguments) throws Exception {
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.endsWith(".jar")
                        || !Path.of(entry).getFileName().toString().matches(without))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                Application.class.getName(),
                "--spring.cache.type=" + type,
                "--tuned.cache.near=products",
                "--spring.main.web-application-type=none",
                "--spring.couchbase.connection-string=couchbase://127.0.0.1:1",
                "--spring.couchbase.username=user",
                "--spring.couchbase.password=password",
                "--spring.data.couchbase.bucket-name=bucket"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @EnableAutoConfiguration
    static class Application {

        public static void main(String[] arguments) {
            try (ConfigurableApplicationContext context = SpringApplication.run(Application.class, arguments)) {
                Class<?> manager = context.getBean(CacheManager.class).getClass();
                System.out.println("manager " + manager.getSimpleName());
            }
            System.exit(0);
        }
    }
}
