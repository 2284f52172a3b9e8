/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.StartCost;
import dev.tuned.examples.dropin.Starter;

/**
 * What starters add to the start of an application of the size of spring-petclinic. A measurement by hand, which needs
 * the machine to itself: {@code -Dstart-cost=cache} names the starters, {@code -Dstart-cost.launches=20} how often each
 * variant is started, {@code -Dstart-cost.couchbase=couchbase://…} a cluster that both use, with a bucket "cache".
 */
@EnabledIfSystemProperty(named = "start-cost", matches = ".+")
class StartCostIT {

    @Test
    void startsWithoutTheStartersAndWithThem() throws Exception {
        List<Starter> starters = Arrays.stream(System.getProperty("start-cost").split(","))
                .map(name -> Starter.valueOf(name.toUpperCase(Locale.ROOT)))
                .toList();
        Path directory = Files.createDirectories(Path.of("target/start-cost").toAbsolutePath());
        Application shop = new ShopScenario().application();
        // Both compilers: the suite's applications start with the first alone.
        Application application = new Application(
                        shop.main(),
                        shop.classPath(),
                        shop.arguments(),
                        shop.jvmOptions(),
                        List.of(withoutCacheSettings(shop, directory)))
                .jvmOptions("-XX:TieredStopAtLevel=4")
                .resources(shop.resources().toArray(Path[]::new));
        String couchbase = System.getProperty("start-cost.couchbase", "");
        if (!couchbase.isEmpty()) {
            application = new Application(
                            application.main(),
                            application.classPath().and("spring-boot-couchbase"),
                            application.arguments(),
                            application.jvmOptions(),
                            application.resources())
                    .arguments(
                            "--spring.couchbase.connection-string=" + couchbase,
                            "--spring.couchbase.username=Administrator",
                            "--spring.couchbase.password=password");
        }
        Application with = application.with(starters);
        if (!couchbase.isEmpty()) {
            with = with.arguments("--tuned.cache.couchbase.bucket=cache", "--tuned.cache.key-prefix=start");
        }
        String table =
                new StartCost(application, with, directory).compare(Integer.getInteger("start-cost.launches", 20));
        Files.writeString(directory.resolve("table.txt"), table);
        System.out.println(starters + (couchbase.isEmpty() ? "" : " with Couchbase") + ", " + table);
    }
    /** The shop's own properties without those of caches, with which the cache starter would stand back. */
    private static Path withoutCacheSettings(Application shop, Path directory) throws IOException {
        String name = "application.properties";
        List<String> lines = Files.readAllLines(shop.resources().get(0).resolve(name)).stream()
                .filter(line -> !line.startsWith("spring.cache."))
                .toList();
        Path resources = Files.createDirectories(directory.resolve("resources"));
        Files.write(resources.resolve(name), lines);
        return resources;
    }
}
