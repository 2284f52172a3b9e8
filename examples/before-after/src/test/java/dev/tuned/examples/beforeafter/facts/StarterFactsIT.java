/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.examples.beforeafter.process.VariantProcess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

/**
 * What each starter does, in numbers that do not depend on the machine's speed: counted on {@code catalog-tuned} as a process,
 * and counted again with that one starter taken off the class path, where the number is Spring Boot's own. The upload starter's
 * are in {@link UploadFactsIT}.
 */
class StarterFactsIT {

    private static final Pattern NUMBER = Pattern.compile("\\{\"number\":(\\d+)}");
    private static final int FILE_SIZE = 32 * 1024 * 1024;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static TunedCatalog catalog;
    private static VariantProcess whole;
    private static VariantProcess withoutThreads;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        catalog = new TunedCatalog(directory);
        // A thousand reads may take a busy machine longer than the minute for which a value is served by default.
        // The first look for what other processes changed drops what was read before it; here nobody else does.
        whole = catalog.start("--tuned.cache.defaults.l1.ttl=1h", "--tuned.cache.invalidation.mode=none");
        withoutThreads = catalog.startWithout("threads");
    }

    @AfterAll
    static void stop() {
        catalog.close();
    }

    @Test
    void aThousandReadsOfAHotProductAskCouchbaseOnce() throws Exception {
        assertThat(commandsForReads(whole)).isLessThanOrEqualTo(1);
        // Without the starter, and with the setting of catalog-stock, every read asks.
        try (VariantProcess stock = catalog.startWithout("cache", "--spring.cache.type=none")) {
            assertThat(commandsForReads(stock)).isEqualTo(1_000);
        }
    }

    private static long commandsForReads(VariantProcess process) throws Exception {
        long before = catalog.couchbase().products();
        for (int i = 0; i < 1_000; i++) {
            assertThat(process.get("/products/17").statusCode()).isEqualTo(200);
        }
        return catalog.couchbase().products() - before;
    }

    @Test
    void sixtyFourReadsAtOnceOfAProductThatNobodyHasReadAskCouchbaseOnce() throws Exception {
        catalog.couchbase().write("new", 2);
        // So that the answer to the first comes after the others have asked.
        catalog.couchbase().delay(200);
        try (VariantProcess stock = catalog.startWithout("cache", "--spring.cache.type=none")) {
            assertThat(commandsForReadsAtOnce(whole, "/products/new-1")).isEqualTo(1);
            assertThat(commandsForReadsAtOnce(stock, "/products/new-2")).isEqualTo(64);
        } finally {
            catalog.couchbase().delay(0);
        }
    }

    private static long commandsForReadsAtOnce(VariantProcess process, String path) throws Exception {
        long before = catalog.couchbase().products();
        HttpRequest read = HttpRequest.newBuilder(process.uri(path)).build();
        List<CompletableFuture<Integer>> answers =
                Stream.generate(() -> Requests.sendAsync(read)).limit(64).toList();
        assertThat(answers).extracting(CompletableFuture::join).containsOnly(200);
        return catalog.couchbase().products() - before;
    }

    @Test
    void noReadOfAProductInTheCacheFailsWhileCouchbaseIsAway() throws Exception {
        catalog.couchbase().write("kept", 20);
        try (VariantProcess tuned = catalog.start("--tuned.cache.defaults.l1.ttl=1s");
                VariantProcess stock = catalog.startWithout("cache", "--spring.cache.type=none")) {
            assertThat(failedReads(tuned)).isZero();
            assertThat(failedReads(stock)).isZero();
            long cached = written(tuned.get("/products/kept-1").body());
            catalog.couchbase().down();
            try {
                long away = System.nanoTime();
                do {
                    assertThat(failedReads(tuned)).isZero();
                } while (System.nanoTime() - away < Duration.ofSeconds(3).toNanos());
                assertThat(written(tuned.get("/products/kept-1").body()))
                        .as("past its time")
                        .isEqualTo(cached);
                assertThat(stock.get("/products/kept-1").statusCode()).isEqualTo(503);
            } finally {
                catalog.couchbase().up();
            }
            catalog.couchbase().write("kept", 20);
            await().atMost(PATIENCE)
                    .until(() -> written(tuned.get("/products/kept-1").body()) > cached);
        }
    }

    private static int failedReads(VariantProcess process) throws Exception {
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

    @Test
    @EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "the starter chooses virtual threads from Java 24 on")
    void fourHundredRequestsAreInFlightAtOnce() throws Exception {
        awaitMostInFlight(whole, 400);
        awaitMostInFlight(withoutThreads, 200);
    }

    /** On a busy machine the first of the requests may be answered before the last has arrived: then once more, connected. */
    private static void awaitMostInFlight(VariantProcess process, int expected) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(mostInFlight(process)).isEqualTo(expected));
    }

    /** The most since the process started: a further four hundred can raise it and not lower it. */
    private static int mostInFlight(VariantProcess process) throws Exception {
        HttpRequest slow = HttpRequest.newBuilder(process.uri("/slow?ms=3000")).build();
        CompletableFuture<?>[] answers =
                IntStream.range(0, 400).mapToObj(i -> Requests.sendAsync(slow)).toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(answers).join();
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

    private static long readCallsForAFile(VariantProcess process) throws Exception {
        byte[] content = new byte[FILE_SIZE];
        new SplittableRandom(FILE_SIZE).nextBytes(content);
        Files.write(process.data().resolve("files").resolve("large.bin"), content);
        long before = TunedCatalog.readCalls(process);
        assertThat(Requests.bytes(process.uri("/files/large.bin"))).isEqualTo(content);
        return TunedCatalog.readCalls(process) - before;
    }

    @Test
    void whatIsBeyondABoundIsToldToComeBack() throws Exception {
        String bound = "--tuned.threads.web.max-concurrency=8";
        try (VariantProcess bounded = catalog.start(bound)) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(statuses(bounded)).containsOnly(entry(200, 8), entry(503, 24)));
        }
        assertThat(statuses(withoutThreads)).containsOnly(entry(200, 32));
    }

    /** How often each status was answered to requests that come at once and take so long that the last has arrived by then. */
    private static Map<Integer, Integer> statuses(VariantProcess process) {
        HttpRequest slow = HttpRequest.newBuilder(process.uri("/slow?ms=3000")).build();
        List<CompletableFuture<Integer>> answers =
                Stream.generate(() -> Requests.sendAsync(slow)).limit(32).toList();
        Map<Integer, Integer> statuses = new TreeMap<>();
        answers.forEach(answer -> statuses.merge(answer.join(), 1, Integer::sum));
        return statuses;
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "write calls are counted in /proc")
    void logLinesNeedNoWriteCallEachAndNoneIsLostAcrossSigterm(@TempDir Path directory) throws Exception {
        OrderLog tunedLog = new OrderLog(directory.resolve("tuned.log"));
        try (VariantProcess tuned = catalog.start(everythingTo(tunedLog))) {
            assertThat(writeCallsPerLine(tuned, tunedLog)).isLessThan(0.5);
            assertThat(lost(tunedLog, acknowledgedUntilSigterm(tuned))).isEqualTo(Lost.NONE);
        }
        OrderLog stockLog = new OrderLog(directory.resolve("stock.log"));
        try (VariantProcess stock = catalog.startWithout("logging", everythingTo(stockLog))) {
            assertThat(writeCallsPerLine(stock, stockLog)).isGreaterThanOrEqualTo(1);
        }
    }

    /** To one file, which never rolls, and to it only: the console is a stream of the JDK's that flushes itself. */
    private static String[] everythingTo(OrderLog log) {
        return new String[] {
            "--logging.file.name=" + log.file(),
            "--logging.logback.rollingpolicy.max-file-size=1GB",
            "--logging.threshold.console=off",
            "--logging.level.org=trace",
            "--logging.level.org.springframework.web.servlet=trace"
        };
    }

    /**
     * All write calls of the process while it took a thousand orders, its answers' and its poller's included, for each line that
     * it wrote. There is no telling the calls apart. So an order writes many lines: their calls are the most by far where each
     * line needs one, and then the result is above 1 whatever the others are.
     */
    private static double writeCallsPerLine(VariantProcess process, OrderLog log) throws Exception {
        HttpRequest order = Requests.order(process);
        long before = TunedCatalog.writeCalls(process);
        int first = numberOf(Requests.send(order, 201));
        int last = first;
        for (int i = 0; i < 1_000; i++) {
            last = numberOf(Requests.send(order, 201));
        }
        int newest = last;
        // The calls are counted from before the first line until after the last has reached the file.
        await().atMost(PATIENCE).until(() -> log.contains(newest));
        double calls = TunedCatalog.writeCalls(process) - before;
        long lines = log.eventsBetween(first, newest);
        assertThat(lines).as("lines of 1000 orders").isGreaterThan(15_000);
        return calls / lines;
    }

    private static int numberOf(String answer) {
        Matcher number = NUMBER.matcher(answer);
        assertThat(number.matches()).as(answer).isTrue();
        return Integer.parseInt(number.group(1));
    }

    /** Sends SIGTERM in the middle of the load and returns the numbers of all orders that were answered. */
    private static Queue<Integer> acknowledgedUntilSigterm(VariantProcess process) {
        Queue<Integer> numbers = new ConcurrentLinkedQueue<>();
        HttpRequest order = Requests.order(process);
        List<Thread> clients = Stream.generate(() -> new Thread(() -> orderUntilRefused(order, numbers)))
                .limit(4)
                .toList();
        clients.forEach(Thread::start);
        await().atMost(PATIENCE).until(() -> numbers.size() > 2_000);
        process.close();
        await().atMost(PATIENCE).until(() -> clients.stream().noneMatch(Thread::isAlive));
        return numbers;
    }

    private static void orderUntilRefused(HttpRequest order, Queue<Integer> numbers) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                numbers.add(numberOf(Requests.send(order, 201)));
            }
        } catch (IOException ex) {
            // Refused: the service has gone, as asked.
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private record Lost(int missing, int twice) {
        static final Lost NONE = new Lost(0, 0);
    }

    private static Lost lost(OrderLog log, Queue<Integer> acknowledged) {
        List<Integer> logged = log.orders();
        Set<Integer> distinct = Set.copyOf(logged);
        int missing = (int) acknowledged.stream()
                .filter(number -> !distinct.contains(number))
                .count();
        return new Lost(missing, logged.size() - distinct.size());
    }
}
