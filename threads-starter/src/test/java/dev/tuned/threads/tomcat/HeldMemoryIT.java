/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Requests that hold a megabyte each, in processes with a heap that has room for a few hundred of them. */
class HeldMemoryIT {

    private static final int CALLERS = 700;

    private static final int SECONDS = 24;

    @Tag("nightly")
    @Test
    void aPoolThatGrowsAnswersAsManyAsStockAndIsAlive() throws Exception {
        try (Service stock = new Service(false);
                Service ours = new Service(true)) {
            int answered;
            int answeredByStock;
            try (Callers stockCallers = new Callers(stock.port, CALLERS);
                    Callers callers = new Callers(ours.port, CALLERS)) {
                // It may take seconds until all have a connection.
                int before = callers.successes.get();
                int beforeByStock = stockCallers.successes.get();
                TimeUnit.SECONDS.sleep(SECONDS);
                answered = callers.successes.get() - before;
                answeredByStock = stockCallers.successes.get() - beforeByStock;
                assertThat(callers.failures.get()).isLessThanOrEqualTo(stockCallers.failures.get());
            }
            String counts = "stock %d answered, ours %d".formatted(answeredByStock, answered);
            System.out.println(counts);
            assertThat(answered).as(counts).isGreaterThanOrEqualTo(answeredByStock * 9 / 10);
            try (Callers oneMore = new Callers(ours.port, 1)) {
                await().until(() -> oneMore.successes.get() > 0);
            }
        }
    }

    /** A process, which ends with its standard input. */
    private static final class Service implements AutoCloseable {

        private final Process process;

        final int port;

        Service(boolean grows) throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx512m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            HeldMemoryIT.class.getName(),
                            String.valueOf(grows))
                    .redirectError(
                            ProcessBuilder.Redirect.to(new File(grows ? "target/held-ours" : "target/held-stock")))
                    .start();
            BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
            port = Integer.parseInt(String.valueOf(output.readLine()));
        }

        @Override
        public void close() {
            process.destroy();
        }
    }

    /** The service: its argument is whether its pool grows. */
    public static void main(String[] arguments) throws Exception {
        WaitingService service = new WaitingService(
                () -> {
                    byte[] held = new byte[1 << 20];
                    // Not all at once, so that an answer more or less is not two hundred.
                    Thread.sleep(ThreadLocalRandom.current().nextInt(500, 1_500));
                    return held.length;
                },
                Boolean.parseBoolean(arguments[0]),
                1_000);
        System.out.println(service.port());
        int end = System.in.read();
        service.close();
        System.exit(end);
    }
}
