/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.examples.beforeafter.facts.TunedCatalog.Service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the logging starter does, in numbers that do not depend on the machine's speed: counted on {@code catalog-tuned}
 * as a process, and counted again with it and the others taken off its class path, where the number is Spring Boot's
 * own.
 */
abstract class LoggingFactsIT {

    private static final Pattern NUMBER = Pattern.compile("\\{\"number\":(\\d+)}");
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final int ORDERS = 100;

    private static TunedCatalog catalog;

    @BeforeAll
    static void start() throws Exception {
        catalog = TunedCatalog.shared();
    }

    @Tag("nightly")
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "write calls are counted in /proc")
    void logLinesNeedNoWriteCallEachAndNoneIsLostAcrossSigterm(@TempDir Path directory) throws Exception {
        OrderLog tunedLog = new OrderLog(directory.resolve("tuned.log"));
        try (ServiceProcess tuned = catalog.start(everythingTo(tunedLog))) {
            assertThat(writeCallsPerLine(tuned, tunedLog)).isLessThan(0.5);
            assertThat(lost(tunedLog, acknowledgedUntilSigterm(tuned))).isEqualTo(Lost.NONE);
        }
        ServiceProcess stock = catalog.running(Service.STOCK).get(0);
        level(stock, "TRACE");
        try {
            assertThat(writeCallsPerLine(stock, new OrderLog(TunedCatalog.log(stock))))
                    .isGreaterThanOrEqualTo(1);
        } finally {
            level(stock, "INFO");
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

    /** The same lines as of {@link #everythingTo}. */
    private static void level(ServiceProcess stock, String level) throws Exception {
        for (String logger : new String[] {"org", "org.springframework.web.servlet"}) {
            Requests.send(Requests.level(stock, logger, level), 204);
        }
    }

    /**
     * All write calls of the process while it took a hundred orders, its answers' and its poller's included, for each
     * line that it wrote. There is no telling the calls apart. So an order writes many lines: their calls are the most
     * by far where each line needs one, and then the result is above 1 whatever the others are.
     */
    private static double writeCallsPerLine(ServiceProcess process, OrderLog log) throws Exception {
        HttpRequest order = Requests.order(process);
        long before = TunedCatalog.writeCalls(process);
        int first = numberOf(Requests.send(order, 201));
        int last = first;
        for (int i = 0; i < ORDERS; i++) {
            last = numberOf(Requests.send(order, 201));
        }
        int newest = last;
        // The calls are counted from before the first line until after the last has reached the file.
        await().atMost(PATIENCE).until(() -> log.contains(newest));
        double calls = TunedCatalog.writeCalls(process) - before;
        long lines = log.eventsBetween(first, newest);
        assertThat(lines).as("lines of the orders").isGreaterThan(15 * ORDERS);
        return calls / lines;
    }

    private static int numberOf(String answer) {
        Matcher number = NUMBER.matcher(answer);
        assertThat(number.matches()).as(answer).isTrue();
        return Integer.parseInt(number.group(1));
    }

    /** Sends SIGTERM in the middle of the load and returns the numbers of all orders that were answered. */
    private static Queue<Integer> acknowledgedUntilSigterm(ServiceProcess process) {
        Queue<Integer> numbers = new ConcurrentLinkedQueue<>();
        HttpRequest order = Requests.order(process);
        List<Thread> clients = Stream.generate(() -> new Thread(() -> orderUntilRefused(order, numbers)))
                .limit(4)
                .toList();
        clients.forEach(Thread::start);
        await().atMost(PATIENCE).until(() -> numbers.size() > 200);
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
