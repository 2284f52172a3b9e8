/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.tuned.examples.microbenchmarks.PairedRatios;

/**
 * Measures what a log line costs with the tuned appender and its peers, each in a JVM of its own, in rounds whose order turns round
 * each time: CPU time and memory of the whole process per event, the callers' waiting when the queue is full, and the lines
 * that are missing in the end. Takes about three minutes, with {@code --full} about ten. Other arguments are names of {@link Peer}s to
 * leave it at, compared with the last of them.
 */
public final class LogBenchmark {

    private static final List<Peer> COMPARED = List.of(
            Peer.OFF,
            Peer.SYNC,
            Peer.S2_BEFORE,
            Peer.S2_AFTER,
            Peer.S2_AFTER_FIXED,
            Peer.LOGSTASH,
            Peer.LOG4J,
            Peer.TUNED);
    private static final List<Peer> SINKS = List.of(
            Peer.SYNC,
            Peer.SYNC_TWO,
            Peer.TUNED,
            Peer.TUNED_TWO,
            Peer.BOOT_ONE,
            Peer.BOOT_TWO,
            Peer.BOOT_TUNED_ONE,
            Peer.BOOT_TUNED_TWO,
            Peer.BOOT_JSON,
            Peer.BOOT_TUNED_JSON);

    private final int rounds;
    private final int slowRounds;
    private final double roundSeconds;
    private final double warmUpSeconds;

    private LogBenchmark(boolean full) {
        rounds = full ? 8 : 3;
        slowRounds = full ? 4 : 1;
        roundSeconds = full ? 1 : 0.5;
        warmUpSeconds = full ? 5 : 2.5;
    }

    public static void main(String[] args) throws IOException {
        List<String> arguments = Arrays.asList(args);
        LogBenchmark benchmark = new LogBenchmark(arguments.contains("--full"));
        boolean all = arguments.stream().allMatch("--full"::equals);
        List<Peer> peers = all
                ? COMPARED
                : Arrays.stream(Peer.values())
                        .filter(peer -> arguments.contains(peer.name()))
                        .toList();
        System.out.printf("Java %s%n%n", System.getProperty("java.version"));
        benchmark.compare(peers);
        if (peers.equals(COMPARED)) {
            benchmark.compareSinks();
        }
    }

    private void compare(List<Peer> names) throws IOException {
        try (Peers peers = new Peers(names)) {
            Map<String, Series> all = new LinkedHashMap<>();
            all.put("1 thread", measure(peers, warmUpSeconds, Work.of(1, 1)));
            all.put("8 threads", measure(peers, warmUpSeconds / 5, Work.of(8, 1)));
            if (Runtime.version().feature() >= 21) {
                Work work = Work.of(200, 1).onVirtualThreads();
                all.put("200 virtual threads", measure(peers, warmUpSeconds / 5, work));
            }
            all.put(
                    "1200 characters",
                    measure(peers, warmUpSeconds / 5, Work.of(1, 1).inFullLength()));
            Series queueFull = peers.measure(Work::withTimes, all.get("8 threads"), rounds);
            Map<String, Series> inTurns = new LinkedHashMap<>(all);
            for (long rate : new long[] {2_000, 20_000}) {
                long events = (long) (rate * roundSeconds * 4);
                all.put(
                        "%,d per second".formatted(rate),
                        peers.measure(work -> work.paced(rate).events(events), all.get("8 threads"), slowRounds));
            }
            Map<Peer, Long> lost = peers.lost();
            printCost(names, all, lost);
            printCalls(names, queueFull);
            if (names.size() > 1) {
                printRatios(names, inTurns, queueFull);
            }
        }
    }

    private Series measure(Peers peers, double warmUp, Work work) throws IOException {
        return peers.measure(work, warmUp, roundSeconds, rounds);
    }

    private void compareSinks() throws IOException {
        try (Peers peers = new Peers(SINKS)) {
            Series inShort = peers.measure(Work.of(1, 1), warmUpSeconds / 3, roundSeconds, slowRounds);
            Series inFull = peers.measure(Work.of(1, 1).inFullLength(), warmUpSeconds / 3, roundSeconds, slowRounds);
            Map<Peer, Long> lost = peers.lost();
            new Table("One appender and two, 1 thread:")
                    .number("CPU µs", "%.2f", peer -> mean(inShort.cpuMicros(peer)))
                    .number("bytes", "%.0f", peer -> mean(inShort.bytes(peer)))
                    .number("1200 characters: CPU µs", "%.2f", peer -> mean(inFull.cpuMicros(peer)))
                    .number("bytes ", "%.0f", peer -> mean(inFull.bytes(peer)))
                    .column("lines lost", peer -> lost.get(peer).toString())
                    .print(SINKS);
        }
    }

    private static void printCost(List<Peer> names, Map<String, Series> all, Map<Peer, Long> lost) {
        Table cpu = new Table("CPU time of the process per event, in µs:");
        all.forEach((name, series) -> cpu.number(name, "%.2f", peer -> mean(series.cpuMicros(peer))));
        cpu.column(
                        "lines lost",
                        peer -> peer == Peer.OFF ? "all" : lost.get(peer).toString())
                .print(names);
        Table bytes = new Table("Bytes allocated per event:");
        all.forEach((name, series) -> bytes.number(name, "%.0f", peer -> mean(series.bytes(peer))));
        bytes.print(names);
    }

    private static void printCalls(List<Peer> names, Series queueFull) {
        new Table("Calls of 8 threads that log without pause, geometric mean of the rounds:")
                .number("p50 µs", "%.1f", peer -> micros(queueFull.values(peer, Outcome::median)))
                .number("p99.9 µs", "%.0f", peer -> micros(queueFull.values(peer, Outcome::p999)))
                .number("max ms", "%.0f", peer -> micros(queueFull.values(peer, Outcome::max)) / 1e3)
                .print(names);
    }

    private static void printRatios(List<Peer> names, Map<String, Series> all, Series queueFull) {
        Peer last = names.get(names.size() - 1);
        Table table = new Table(
                "How many times the CPU time of %s, and its longest call, with 95 %% intervals:".formatted(last));
        all.forEach((name, series) ->
                table.ratio(name, peer -> PairedRatios.of(series.cpuMicros(peer), series.cpuMicros(last))));
        table.ratio(
                "longest call",
                peer -> PairedRatios.of(queueFull.values(peer, Outcome::max), queueFull.values(last, Outcome::max)));
        table.print(
                names.stream().filter(peer -> peer != last && peer != Peer.OFF).toList());
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(value -> value).average().orElseThrow();
    }

    private static double micros(List<Double> nanos) {
        return PairedRatios.geometricMean(nanos) / 1e3;
    }
}
