/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts what Tomcat's threads do, in one thread dump after the other. */
final class ThreadDumps {

    private static final Pattern POOLED = Pattern.compile("^\"(?:http|https|ajp)-.*-exec-\\d+\".*");
    private static final Pattern ASYNC_APPENDER = Pattern.compile("(?m)^\"AsyncAppender-Worker-(.+?)\" ");
    private static final Pattern STATE = Pattern.compile("java\\.lang\\.Thread\\.State: (\\w+)");
    private static final Set<String> WAITING = Set.of("WAITING", "TIMED_WAITING", "BLOCKED");

    /** A thread in these waits for another system, though the JVM says that it runs. */
    private static final Pattern IN_SOCKET = Pattern.compile(
            "\\bat (?:java\\.base@[^/]*/)?sun\\.nio\\.ch\\.(?:Net\\.poll|Net\\.accept|SocketDispatcher\\.read0)\\(");

    private final MethodTable methods;
    private final Set<String> asyncAppenders = new TreeSet<>();
    private final Map<Signal, Long> in = new EnumMap<>(Signal.class);
    private int dumps;
    private int full;
    private long threads;
    private long busy;
    private long waiting;

    ThreadDumps(MethodTable methods) {
        this.methods = methods;
    }

    void add(String dump) {
        dumps++;
        ASYNC_APPENDER.matcher(dump).results().forEach(match -> asyncAppenders.add(match.group(1)));
        List<String> pooled = List.of(dump.split("\\R\\R")).stream()
                .filter(thread ->
                        POOLED.matcher(thread.lines().findFirst().orElse("")).matches())
                .toList();
        long before = busy;
        pooled.forEach(this::thread);
        threads += pooled.size();
        if (!pooled.isEmpty() && busy - before == pooled.size()) {
            full++;
        }
    }

    private void thread(String thread) {
        Set<Signal> found = new TreeSet<>();
        thread.lines().map(methods::inLine).flatMap(Optional::stream).forEach(found::add);
        if (found.contains(Signal.IDLE)) {
            return;
        }
        busy++;
        found.forEach(signal -> in.merge(signal, 1L, Long::sum));
        Matcher state = STATE.matcher(thread);
        if ((state.find() && WAITING.contains(state.group(1)))
                || IN_SOCKET
                        .matcher(thread.lines().skip(2).findFirst().orElse(""))
                        .find()) {
            waiting++;
        }
    }

    Signals.Pool pool() {
        return new Signals.Pool(
                dumps,
                full,
                dumps == 0 ? 0 : (double) threads / dumps,
                busy,
                waiting,
                in,
                List.copyOf(asyncAppenders),
                dumps > 0 && threads == 0);
    }
}
