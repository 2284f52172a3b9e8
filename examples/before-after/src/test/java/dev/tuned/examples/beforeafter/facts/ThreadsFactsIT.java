/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.examples.beforeafter.catalog.Expected;
import dev.tuned.examples.beforeafter.facts.TunedCatalog.Service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

/**
 * What the threads starter does, in numbers that do not depend on the machine's speed: counted on {@code catalog-tuned}
 * as a process, and counted again with the starter (and those of uploads and caches) taken off its class path, where
 * the number is Spring Boot's own.
 */
abstract class ThreadsFactsIT {

    private static final int FILE_SIZE = 32 * 1024 * 1024;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /**
     * How long a slow request takes at first, and at most: the last of many has to arrive before the first is answered.
     */
    private static final int MILLIS = 3_000;

    private static final int MAX_MILLIS = 60_000;

    private static ServiceProcess whole;
    private static ServiceProcess withoutThreads;
    private static ServiceProcess bounded;

    @BeforeAll
    static void start() throws Exception {
        List<ServiceProcess> services = TunedCatalog.shared().running(Service.WHOLE, Service.STOCK, Service.BOUNDED);
        whole = services.get(0);
        withoutThreads = services.get(1);
        bounded = services.get(2);
    }

    @Test
    void asManyRequestsAreInFlightAtOnceAsWithSpringBoot() {
        awaitMostInFlight(whole, 200);
        awaitMostInFlight(withoutThreads, 200);
    }

    /** While a load goes on; on a busy machine a larger pool may be taken back, and is tried again after a minute. */
    @Tag("nightly")
    @Test
    void fourHundredRequestsAreInFlightAtOnceWhereThePoolGrows() throws Exception {
        ServiceProcess growing = TunedCatalog.shared().running(Service.GROWING).get(0);
        LoadRequest slow = LoadRequest.get("/slow?ms=500", Expected.sameBody(200));
        await().atMost(PATIENCE).untilAsserted(() -> {
            Load load = Load.closed(Long.MAX_VALUE, 400).startingFor(Duration.ofSeconds(20));
            assertThat(LoadClient.run(growing.address(), () -> slow, load).failures())
                    .isZero();
            assertThat(mostInFlight(growing)).isEqualTo(400);
        });
    }

    /**
     * On a busy machine the first of the requests may be answered before the last has arrived: then once more, and
     * longer.
     */
    private static void awaitMostInFlight(ServiceProcess process, int expected) {
        AtomicInteger millis = new AtomicInteger(MILLIS);
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(mostInFlight(process, next(millis))).isEqualTo(expected));
    }

    private static int next(AtomicInteger millis) {
        return millis.getAndUpdate(last -> Math.min(MAX_MILLIS, 2 * last));
    }

    /** The most since the process started: a further four hundred can raise it and not lower it. */
    private static int mostInFlight(ServiceProcess process, int millis) throws Exception {
        HttpRequest slow =
                HttpRequest.newBuilder(process.uri("/slow?ms=" + millis)).build();
        CompletableFuture<?>[] answers =
                IntStream.range(0, 400).mapToObj(i -> Requests.sendAsync(slow)).toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(answers).join();
        return mostInFlight(process);
    }

    private static int mostInFlight(ServiceProcess process) throws Exception {
        String metric = process.get("/actuator/metrics/catalog.slow.peak").body();
        Matcher value = Pattern.compile("\"value\":(\\d+)").matcher(metric);
        assertThat(value.find()).as(metric).isTrue();
        return Integer.parseInt(value.group(1));
    }

    /** Without it each 8 KB of the file is read into the heap; the kernel moves a socket buffer full at a time. */
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "read calls are counted in /proc")
    void aStaticFileIsNotReadThroughTheHeap() throws Exception {
        assertThat(readCallsForAFile(whole)).isLessThan(FILE_SIZE / 65_536);
        assertThat(readCallsForAFile(withoutThreads)).isGreaterThan(FILE_SIZE / 16_384);
    }

    private static long readCallsForAFile(ServiceProcess process) throws Exception {
        byte[] content = new byte[FILE_SIZE];
        new SplittableRandom(FILE_SIZE).nextBytes(content);
        Files.write(
                Files.createDirectories(process.directory().resolve("files")).resolve("large.bin"), content);
        long before = TunedCatalog.readCalls(process);
        assertThat(Requests.bytes(process.uri("/files/large.bin"))).isEqualTo(content);
        return TunedCatalog.readCalls(process) - before;
    }

    @Test
    void whatIsBeyondABoundIsToldToComeBack() throws Exception {
        AtomicInteger millis = new AtomicInteger(MILLIS);
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(statuses(bounded, next(millis))).containsOnly(entry(200, 8), entry(503, 24)));
        assertThat(statuses(withoutThreads, MILLIS)).containsOnly(entry(200, 32));
    }

    /**
     * How often each status was answered to requests that come at once and take so long that the last has arrived by
     * then.
     */
    private static Map<Integer, Integer> statuses(ServiceProcess process, int millis) {
        HttpRequest slow =
                HttpRequest.newBuilder(process.uri("/slow?ms=" + millis)).build();
        List<CompletableFuture<Integer>> answers =
                Stream.generate(() -> Requests.sendAsync(slow)).limit(32).toList();
        Map<Integer, Integer> statuses = new TreeMap<>();
        answers.forEach(answer -> statuses.merge(answer.join(), 1, Integer::sum));
        return statuses;
    }
}
