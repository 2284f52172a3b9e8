/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import dev.tuned.bench.load.Answer;
import dev.tuned.bench.load.Exchange;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.process.ServiceProcess;

/** Counts the lines that orders leave in a log from now on. */
final class OrderLines implements AutoCloseable {

    private static final Pattern LINE = Pattern.compile("order (\\d+) (?:accepted|item)");
    private static final int SIZE = 256 * 1024;
    private static final long POLL_MILLIS = 50;
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final InputStream log;
    /** A line that is not complete yet. */
    private String begun = "";

    OrderLines(Path file) throws IOException {
        log = Files.newInputStream(file);
        log.skipNBytes(Files.size(file));
    }

    /**
     * The number of lines of some orders, once there are as many as expected, or the log has not grown for two seconds.
     *
     * @param orders the orders that count, by their numbers
     */
    long of(LongPredicate orders, long expected) throws IOException, InterruptedException {
        long lines = 0;
        long grown = System.nanoTime();
        while (lines < expected && System.nanoTime() - grown < QUIET_NANOS) {
            byte[] more = log.readNBytes(SIZE);
            if (more.length == 0) {
                Thread.sleep(POLL_MILLIS);
                continue;
            }
            grown = System.nanoTime();
            String text = begun + new String(more, StandardCharsets.ISO_8859_1);
            int end = text.lastIndexOf('\n') + 1;
            begun = text.substring(end);
            lines += LINE.matcher(text.substring(0, end))
                    .results()
                    .mapToLong(OrderLines::number)
                    .filter(orders)
                    .count();
        }
        return lines;
    }

    /**
     * Sends an order and returns its number: the service counts them.
     *
     * @throws IOException also if the service answers that it takes no order
     */
    static long send(ServiceProcess service, LoadRequest order) throws IOException {
        Answer answer = Exchange.send(service.address(), order);
        if (answer.status() / 100 != 2) {
            throw new IOException("No order was taken: status " + answer.status());
        }
        return Long.parseLong(answer.text().replaceAll("\\D", ""));
    }

    private static long number(MatchResult line) {
        return Long.parseLong(line.group(1));
    }

    @Override
    public void close() throws IOException {
        log.close();
    }
}
