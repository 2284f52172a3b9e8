/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.StartCost;
import dev.tuned.examples.dropin.Starter;

/**
 * What starters add to the start of an application of the size of spring-petclinic. A measurement by hand, which needs
 * the machine to itself: {@code -Dstart-cost=cache} names the starters, {@code -Dstart-cost.launches=20} how often each
 * variant is started, {@code -Dstart-cost.redis=6379} the port of a Redis on this machine that both cache in; with the
 * starter all its caches are near.
 */
@EnabledIfSystemProperty(named = "start-cost", matches = ".+")
@Tag("thorough")
class StartCostIT {

    @Test
    void startsWithoutTheStartersAndWithThem() throws Exception {
        List<Starter> starters = Arrays.stream(System.getProperty("start-cost").split(","))
                .map(name -> Starter.valueOf(name.toUpperCase(Locale.ROOT)))
                .toList();
        Path directory = Files.createDirectories(Path.of("target/start-cost").toAbsolutePath());
        Application shop = new ShopScenario().application();
        // Both compilers: the suite's applications start with the first alone.
        Application application = shop.jvmOptions("-XX:TieredStopAtLevel=4");
        String redis = System.getProperty("start-cost.redis", "");
        if (!redis.isEmpty()) {
            application = new Application(
                            application.main(),
                            application.classPath().and("spring-boot-starter-data-redis"),
                            application.arguments(),
                            application.jvmOptions(),
                            application.resources())
                    .arguments(
                            "--spring.cache.type=redis",
                            "--spring.data.redis.host=127.0.0.1",
                            "--spring.data.redis.port=" + redis);
        }
        Application with = application.with(starters);
        if (!redis.isEmpty()) {
            with = with.arguments("--tuned.cache.near=*");
        }
        String table =
                new StartCost(application, with, directory).compare(Integer.getInteger("start-cost.launches", 20));
        Files.writeString(directory.resolve("table.txt"), table);
        System.out.println(starters + (redis.isEmpty() ? "" : " with Redis") + ", " + table);
    }
}
