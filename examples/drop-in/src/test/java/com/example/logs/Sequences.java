/* SPDX-License-Identifier: Apache-2.0 */
package com.example.logs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.slf4j.Logger;
import org.slf4j.MDC;

import static net.logstash.logback.argument.StructuredArguments.kv;
import static net.logstash.logback.marker.Markers.append;

/** What is logged, by name: the hundred events, or something that only few appenders are tried with. */
final class Sequences {

    private static final Map<String, List<Consumer<Logger>>> ALL = Map.of(
            "standard", Events.all(),
            "logging", repeated(log -> log.info("outer {}", new Logging(log))),
            "failing", failing(),
            "mutable", repeated(Sequences::mutable),
            "mutablemessage", repeated(Sequences::mutableMessage),
            "tenant", repeated(Sequences::forTenant),
            "mdc", repeated(Sequences::withMdc),
            "thread",
                    repeated(log ->
                            log.atInfo().addKeyValue("on", new OnThread()).log("{}", new OnThread())),
            "interrupted", repeated(Sequences::interrupted),
            "few", List.of(log -> log.info("first"), log -> log.error("second"), log -> log.info("third {}", 3)));

    private Sequences() {}

    static List<Consumer<Logger>> get(String name) {
        return ALL.get(name);
    }

    private static List<Consumer<Logger>> repeated(Consumer<Logger> event) {
        return new ArrayList<>(IntStream.range(0, 20).mapToObj(i -> event).toList());
    }

    /** Everything that is handed over has changed when the next event is logged. */
    private static void mutable(Logger log) {
        AtomicInteger stock = new AtomicInteger(5);
        log.atInfo().addKeyValue("stock", stock).log("key and value");
        log.info("structured {}", kv("stock", stock));
        log.info(append("stock", stock), "marked");
        stock.set(0);
    }

    private static void mutableMessage(Logger log) {
        AtomicInteger stock = new AtomicInteger(5);
        StringBuilder text = new StringBuilder("before");
        log.info("{} {}", stock, text);
        stock.set(0);
        text.append(" and after");
    }

    private static void forTenant(Logger log) {
        Tenant.CURRENT.set("t1");
        log.info("for a tenant");
        Tenant.CURRENT.remove();
    }

    private static void withMdc(Logger log) {
        MDC.put("user", "ann");
        log.info("for a user");
        MDC.clear();
    }

    private static void interrupted(Logger log) {
        Thread.currentThread().interrupt();
        log.info("while interrupted");
        boolean kept = Thread.interrupted();
        log.info("interrupt kept: {}", kept);
    }

    private static List<Consumer<Logger>> failing() {
        return List.of(
                log -> log.info("before"),
                log -> log.info("argument {}", new Failing()),
                log -> log.atInfo().addKeyValue("k", new Failing()).log("pair"),
                log -> log.atInfo()
                        .addKeyValue("same", 1)
                        .addKeyValue("same", 2)
                        .log("twice"),
                log -> log.atInfo().addArgument(() -> new Failing().toString()).log("supplied {}"),
                log -> log.info("after"));
    }

    /** Whom the current thread works for. */
    static final class Tenant {

        static final ThreadLocal<String> CURRENT = new ThreadLocal<>();

        private Tenant() {}
    }

    private record Logging(Logger log) {

        @Override
        public String toString() {
            log.info("inner");
            return "argument";
        }
    }

    private record OnThread() {

        @Override
        public String toString() {
            return Thread.currentThread().getName();
        }
    }

    private record Failing() {

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }
}
