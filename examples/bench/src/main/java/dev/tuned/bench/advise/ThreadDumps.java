/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts what Tomcat's threads do, in one thread dump after the other. */
final class ThreadDumps {

    private static final Pattern POOLED = Pattern.compile("^\"((?:http|https|ajp)-.*)-exec-\\d+\".*");

    private static final Pattern ASYNC_APPENDER = Pattern.compile("(?m)^\"AsyncAppender-Worker-(.+?)\" ");
    private static final Pattern STATE = Pattern.compile("java\\.lang\\.Thread\\.State: (\\w+)");
    private static final Set<String> WAITING = Set.of("WAITING", "TIMED_WAITING", "BLOCKED");

    /** A thread in these waits for another system, though the JVM says that it runs. */
    private static final Pattern IN_SOCKET = Pattern.compile(
            "\\bat (?:java\\.base@[^/]*/)?sun\\.nio\\.ch\\.(?:Net\\.poll|Net\\.accept|SocketDispatcher\\.read0)\\(");

    /** The object that a thread waits for: a monitor, or what it parks for. */
    private static final Pattern CONNECTION_POOL = Pattern.compile(
            "\\bat (?:com\\.zaxxer\\.hikari|org\\.apache\\.commons\\.dbcp2|org\\.apache\\.tomcat\\.jdbc\\.pool|oracle\\.ucp)\\.");

    private static final Pattern OBJECT =
            Pattern.compile("- (?:parking to wait for|waiting on|waiting to lock) +<(0x[0-9a-f]+)>");

    private final MethodTable methods;
    private final Set<String> asyncAppenders = new TreeSet<>();
    private final Map<String, Connector> connectors = new HashMap<>();
    private int dumps;

    /** The threads of one connector: that of the management port has its own, which hardly work. */
    private static final class Connector {

        private final Map<Signal, Long> in = new EnumMap<>(Signal.class);
        private int full;
        private int threads;
        private long busy;
        private long waiting;
        private long together;
        private long connections;
    }

    ThreadDumps(MethodTable methods) {
        this.methods = methods;
    }

    void add(String dump) {
        dumps++;
        ASYNC_APPENDER.matcher(dump).results().forEach(match -> asyncAppenders.add(match.group(1)));
        Map<String, List<String>> pools = new HashMap<>();
        for (String thread : List.of(dump.split("\\R\\R"))) {
            Matcher pooled = POOLED.matcher(thread.lines().findFirst().orElse(""));
            if (pooled.matches()) {
                pools.computeIfAbsent(pooled.group(1), ignored -> new ArrayList<>())
                        .add(thread);
            }
        }
        pools.forEach((name, threads) -> {
            Connector connector = connectors.computeIfAbsent(name, ignored -> new Connector());
            long before = connector.busy;
            Map<String, Integer> objects = new HashMap<>();
            threads.forEach(thread -> thread(connector, thread, objects));
            connector.together += objects.values().stream()
                    .max(Comparator.naturalOrder())
                    .filter(most -> most > 1)
                    .orElse(0);
            connector.threads = Math.max(connector.threads, threads.size());
            if (connector.busy - before == threads.size()) {
                connector.full++;
            }
        });
    }

    private void thread(Connector connector, String thread, Map<String, Integer> objects) {
        Set<Signal> found = new TreeSet<>();
        thread.lines().map(methods::inLine).flatMap(Optional::stream).forEach(found::add);
        if (found.contains(Signal.IDLE)) {
            return;
        }
        connector.busy++;
        found.forEach(signal -> connector.in.merge(signal, 1L, Long::sum));
        Matcher state = STATE.matcher(thread);
        if ((state.find() && WAITING.contains(state.group(1)))
                || IN_SOCKET
                        .matcher(thread.lines().skip(2).findFirst().orElse(""))
                        .find()) {
            connector.waiting++;
            Matcher object = OBJECT.matcher(thread);
            if (object.find()) {
                objects.merge(object.group(1), 1, Integer::sum);
                connector.connections += CONNECTION_POOL.matcher(thread).find() ? 1 : 0;
            }
        }
    }

    /** The pool of the connector that did most. */
    Signals.Pool pool() {
        Connector busiest = connectors.values().stream()
                .max(Comparator.comparingLong(connector -> connector.busy))
                .orElseGet(Connector::new);
        return new Signals.Pool(
                dumps,
                busiest.full,
                busiest.threads,
                busiest.busy,
                busiest.waiting,
                busiest.together,
                busiest.connections,
                busiest.in,
                List.copyOf(asyncAppenders),
                dumps > 0 && busiest.threads == 0);
    }
}
