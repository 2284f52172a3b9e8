/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The JVMs of some peers, which work one after the other in rounds whose order turns round each time. */
final class Peers implements AutoCloseable {

    private final Path directory = Files.createTempDirectory("log-benchmark-");
    private final Map<Peer, LoggingProcess> processes = new EnumMap<>(Peer.class);
    private final List<Peer> order;

    Peers(List<Peer> peers) throws IOException {
        order = new ArrayList<>(peers);
        for (Peer peer : peers) {
            processes.put(peer, new LoggingProcess(peer, directory));
        }
        for (LoggingProcess process : processes.values()) {
            // Until it has started: the first to be measured would share the processors with the start of the others.
            process.run(Work.of(1, 1));
        }
    }

    /** Warms each up for so many seconds and finds how many events take so much CPU time; then runs the rounds. */
    Series measure(Work kind, double warmUpSeconds, double roundSeconds, int rounds) throws IOException {
        Series series = new Series();
        for (Peer peer : order) {
            series.plan(peer, process(peer).warmUp(kind, warmUpSeconds, roundSeconds));
        }
        return run(series, rounds);
    }

    /** The same number of events from each, or of those in another series with a change. */
    Series measure(UnaryOperator<Work> kind, Series like, int rounds) throws IOException {
        Series series = new Series();
        for (Peer peer : order) {
            series.plan(peer, kind.apply(like.work(peer)));
        }
        return run(series, rounds);
    }

    private Series run(Series series, int rounds) throws IOException {
        for (int round = 0; round < rounds; round++) {
            for (Peer peer : order) {
                series.add(peer, process(peer).run(series.work(peer)));
            }
            Collections.reverse(order);
        }
        return series;
    }

    private LoggingProcess process(Peer peer) {
        return processes.get(peer);
    }

    /** Ends logging everywhere and returns how many calls have no line. */
    Map<Peer, Long> lost() throws IOException {
        Map<Peer, Long> lost = new EnumMap<>(Peer.class);
        for (Map.Entry<Peer, LoggingProcess> entry : processes.entrySet()) {
            lost.put(entry.getKey(), entry.getValue().end());
        }
        return lost;
    }

    @Override
    public void close() throws IOException {
        for (LoggingProcess process : processes.values()) {
            process.close();
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
