/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.examples.beforeafter.facts.TunedCatalog.Service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the cache starter does, in numbers that do not depend on the machine's speed: counted on {@code catalog-tuned}
 * as a process, and counted again with the starter (and those of uploads and threads) taken off its class path, where
 * the number is Spring Boot's own.
 */
abstract class CacheFactsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static TunedCatalog catalog;
    private static ServiceProcess whole;
    private static ServiceProcess stock;
    private static ServiceProcess tuned;

    @BeforeAll
    static void start() throws Exception {
        catalog = TunedCatalog.shared();
        List<ServiceProcess> services = catalog.running(Service.WHOLE, Service.STOCK, Service.BOUNDED);
        whole = services.get(0);
        stock = services.get(1);
        tuned = services.get(2);
    }

    @Test
    void aThousandReadsOfAHotProductAskCouchbaseOnce() throws Exception {
        assertThat(commandsForReads(whole)).isLessThanOrEqualTo(1);
        // Without the starter, and with the setting of catalog-stock, every read asks.
        assertThat(commandsForReads(stock)).isEqualTo(1_000);
    }

    private static long commandsForReads(ServiceProcess process) throws Exception {
        long before = catalog.couchbase().products(process.name());
        for (int i = 0; i < 1_000; i++) {
            assertThat(process.get("/products/17").statusCode()).isEqualTo(200);
        }
        return catalog.couchbase().products(process.name()) - before;
    }

    @Test
    void sixtyFourFirstReadsAtOnceOfAProductAskCouchbaseOnce() throws Exception {
        catalog.couchbase().write("new", 2);
        assertThat(commandsForReadsAtOnce(whole, "/products/new-1")).isEqualTo(1);
        assertThat(commandsForReadsAtOnce(stock, "/products/new-2")).isEqualTo(64);
    }

    private static long commandsForReadsAtOnce(ServiceProcess process, String path) throws Exception {
        long before = catalog.couchbase().products(process.name());
        // So that the answer to the first comes after the others have asked.
        catalog.couchbase().delay(process.name(), 200);
        try {
            HttpRequest read = HttpRequest.newBuilder(process.uri(path)).build();
            List<CompletableFuture<Integer>> answers =
                    Stream.generate(() -> Requests.sendAsync(read)).limit(64).toList();
            assertThat(answers).extracting(CompletableFuture::join).containsOnly(200);
            return catalog.couchbase().products(process.name()) - before;
        } finally {
            catalog.couchbase().delay(process.name(), 0);
        }
    }

    @Test
    void noReadOfAProductInTheCacheFailsWhileCouchbaseIsAway() throws Exception {
        catalog.couchbase().write("kept", 20);
        assertThat(failedReads(tuned)).isZero();
        assertThat(failedReads(stock)).isZero();
        long cached = written(tuned.get("/products/kept-1").body());
        catalog.couchbase().down(tuned.name());
        catalog.couchbase().down(stock.name());
        try {
            long away = System.nanoTime();
            do {
                assertThat(failedReads(tuned)).isZero();
            } while (System.nanoTime() - away < Duration.ofSeconds(3).toNanos());
            assertThat(written(tuned.get("/products/kept-1").body()))
                    .as("expired")
                    .isEqualTo(cached);
            assertThat(stock.get("/products/kept-1").statusCode()).isEqualTo(503);
        } finally {
            catalog.couchbase().up(tuned.name());
            catalog.couchbase().up(stock.name());
        }
        catalog.couchbase().write("kept", 20);
        await().atMost(PATIENCE)
                .until(() -> written(tuned.get("/products/kept-1").body()) > cached);
        await().atMost(PATIENCE).until(() -> failedReads(stock) == 0);
    }

    private static int failedReads(ServiceProcess process) throws Exception {
        int failed = 0;
        for (int number = 1; number <= 20; number++) {
            failed += process.get("/products/kept-" + number).statusCode() == 200 ? 0 : 1;
        }
        return failed;
    }

    /** When the answer's product was written: its name. */
    private static long written(String answer) {
        Matcher name = Pattern.compile("\"name\":\"(\\d+)\"").matcher(answer);
        assertThat(name.find()).as(answer).isTrue();
        return Long.parseLong(name.group(1));
    }
}
