/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
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
import static org.awaitility.Awaitility.await;

/**
 * What each starter does, in numbers that do not depend on the machine's speed: counted on {@code catalog-tuned} as a process,
 * and counted again with that one starter taken off the class path, where the number is Spring Boot's own.
 */
class StarterFactsIT {

    private static final Pattern NUMBER = Pattern.compile("\\{\"number\":(\\d+)}");
    private static final Pattern ORDER = Pattern.compile("\\border (\\d+)\\b");
    private static final int UPLOAD = 500 * 1024;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static TunedCatalog catalog;
    private static VariantProcess whole;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        catalog = new TunedCatalog(directory);
        whole = catalog.start();
    }

    @AfterAll
    static void stop() {
        catalog.close();
    }

    @Test
    void formFieldsAndSmallFilesCreateNoTempFiles() throws Exception {
        assertThat(tempFiles(whole, Requests.form(whole))).isZero();
        assertThat(tempFiles(whole, Requests.upload(whole, UPLOAD))).isZero();
        try (VariantProcess stock = catalog.startWithout("upload")) {
            assertThat(tempFiles(stock, Requests.form(stock))).isEqualTo(10 * 5);
            assertThat(tempFiles(stock, Requests.upload(stock, UPLOAD))).isEqualTo(10);
        }
    }

    private static int tempFiles(VariantProcess process, HttpRequest request) throws Exception {
        // The first request may create directories.
        Requests.send(request, 201);
        try (CreatedFiles created = CreatedFiles.below(TunedCatalog.temporaryFiles(process))) {
            for (int i = 0; i < 10; i++) {
                Requests.send(request, 201);
            }
            return created.count();
        }
    }

    /** A part in memory costs heap: the price of the threshold, held to a bound here and shown in the proof's cost column. */
    @Test
    void anUploadInMemoryAllocatesLessThanFourTimesItsSizeAndOnDiskLessThanOnce() throws Exception {
        assertThat(allocatedBytes(whole)).isBetween((long) UPLOAD, 4L * UPLOAD);
        try (VariantProcess stock = catalog.startWithout("upload")) {
            assertThat(allocatedBytes(stock)).isLessThan(UPLOAD);
        }
    }

    private static long allocatedBytes(VariantProcess process) throws Exception {
        HttpRequest request = Requests.upload(process, UPLOAD);
        for (int i = 0; i < 20; i++) {
            Requests.send(request, 201);
        }
        long before = process.stats().allocatedBytes();
        for (int i = 0; i < 100; i++) {
            Requests.send(request, 201);
        }
        return (process.stats().allocatedBytes() - before) / 100;
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
        long before = catalog.couchbaseCommands();
        for (int i = 0; i < 1_000; i++) {
            assertThat(process.get("/products/17").statusCode()).isEqualTo(200);
        }
        return catalog.couchbaseCommands() - before;
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "the starter chooses virtual threads from Java 24 on")
    void fourHundredRequestsAreInFlightAtOnce() throws Exception {
        assertThat(mostInFlight(whole)).isEqualTo(400);
        try (VariantProcess stock = catalog.startWithout("threads")) {
            assertThat(mostInFlight(stock)).isEqualTo(200);
        }
    }

    private static int mostInFlight(VariantProcess process) throws Exception {
        HttpRequest slow = HttpRequest.newBuilder(process.uri("/slow?ms=6000")).build();
        CompletableFuture<?>[] answers =
                IntStream.range(0, 400).mapToObj(i -> Requests.sendAsync(slow)).toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(answers).join();
        String metric = process.get("/actuator/metrics/catalog.slow.peak").body();
        Matcher value = Pattern.compile("\"value\":(\\d+)").matcher(metric);
        assertThat(value.find()).as(metric).isTrue();
        return Integer.parseInt(value.group(1));
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "write calls are counted in /proc")
    void logLinesNeedNoWriteCallEachAndNoneIsLostAcrossSigterm(@TempDir Path directory) throws Exception {
        Path tunedLog = directory.resolve("tuned.log");
        try (VariantProcess tuned = catalog.start(toFileOnly(tunedLog))) {
            assertThat(writeCallsPerLine(tuned)).isLessThan(0.5);
            assertThat(ordersInFile(tunedLog, acknowledgedUntilSigterm(tuned))).isEqualTo(Lost.NONE);
        }
        Path stockLog = directory.resolve("stock.log");
        try (VariantProcess stock = catalog.startWithout("logging", toFileOnly(stockLog))) {
            assertThat(writeCallsPerLine(stock)).isGreaterThan(0.9);
        }
    }

    /** The console is a stream of the JDK's that flushes itself. */
    private static String[] toFileOnly(Path log) {
        return new String[] {"--logging.file.name=" + log, "--logging.threshold.console=off"};
    }

    /** A server writes for other reasons too: what an order needs above a form, which logs nothing, is its line's. */
    private static double writeCallsPerLine(VariantProcess process) throws Exception {
        long order = writeCalls(process, Requests.order(process));
        return (order - writeCalls(process, Requests.form(process))) / 1_000.0;
    }

    private static long writeCalls(VariantProcess process, HttpRequest request) throws Exception {
        Requests.send(request, 201);
        long before = TunedCatalog.writeCalls(process);
        for (int i = 0; i < 1_000; i++) {
            Requests.send(request, 201);
        }
        return TunedCatalog.writeCalls(process) - before;
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
                Matcher number = NUMBER.matcher(Requests.send(order, 201));
                number.matches();
                numbers.add(Integer.valueOf(number.group(1)));
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

    private static Lost ordersInFile(Path log, Queue<Integer> acknowledged) throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            List<Integer> logged = lines.map(ORDER::matcher)
                    .filter(Matcher::find)
                    .map(found -> Integer.valueOf(found.group(1)))
                    .toList();
            Set<Integer> distinct = Set.copyOf(logged);
            int missing = (int) acknowledged.stream()
                    .filter(number -> !distinct.contains(number))
                    .count();
            return new Lost(missing, logged.size() - distinct.size());
        }
    }
}
