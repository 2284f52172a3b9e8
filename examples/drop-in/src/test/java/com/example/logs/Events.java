/* SPDX-License-Identifier: Apache-2.0 */
package com.example.logs;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.MDC;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;
import org.slf4j.event.Level;

/** A hundred ways to log. */
final class Events {

    static final int COUNT = 100;

    private static final Map<String, String> TRACE =
            new TreeMap<>(Map.of("traceId", "0af7651916cd43dd", "spanId", "b7ad6b7169203331"));

    private final List<Consumer<Logger>> events = new ArrayList<>();

    private Events() {
        levels();
        arguments();
        messages();
        mdc();
        markers();
        keyValuePairs();
        exceptions();
        threads();
        for (int i = events.size(); i < COUNT; i++) {
            int order = i;
            add(log -> log.atLevel(Level.values()[order % 5]).log("order {} of customer {}", order, order * 7));
        }
    }

    static List<Consumer<Logger>> all() {
        List<Consumer<Logger>> events = new Events().events;
        if (events.size() != COUNT) {
            throw new IllegalStateException(events.size() + " events");
        }
        return events;
    }

    private void add(Consumer<Logger> event) {
        events.add(event);
    }

    private void levels() {
        add(log -> log.trace("traced"));
        add(log -> log.debug("debugged"));
        add(log -> log.info("told"));
        add(log -> log.warn("warned"));
        add(log -> log.error("failed"));
    }

    private void arguments() {
        Object[] self = new Object[1];
        self[0] = self;
        add(log -> log.info("none {} left"));
        add(log -> log.info("one {}", 1));
        add(log -> log.info("two {} {}", 1L, 2.5));
        add(log -> log.info("three {} {} {}", 'a', true, "c"));
        add(log -> log.info("too few {} {} {}", 1));
        add(log -> log.info("too many {}", 1, 2, 3));
        add(log -> log.info("null {} {}", null, null));
        add(log -> log.info("null array {}", (Object[]) null));
        add(log -> log.info("escaped \\{} {} \\\\{}", 1, 2));
        add(log -> log.info("arrays {} {}", new int[] {1, 2}, new Object[] {"a", new String[] {"b", null}}));
        add(log -> log.info("itself {}", (Object) self));
        add(log -> log.info(
                "objects {} {} {}", Optional.of(new BigDecimal("1.50")), Duration.ofSeconds(90), List.of("x")));
        add(log -> log.info((String) null, "an argument"));
        add(log -> log.atInfo().addArgument(() -> "supplied").log("lazy {}"));
    }

    private void messages() {
        for (String message : Arrays.asList(
                null,
                "",
                "   ",
                "a\tb",
                "two\nlines",
                "carriage\r\nreturn",
                "ends with a line\n",
                "\u001b[31mred\u001b[0m",
                "{\"json\": \"in \\\\ quotes\"}",
                "<b>&amp;</b> 'quoted' ]]>",
                "nul \u0000 bell \u0007 unit \u001f delete \u007f separators \u2028 \u2029",
                "\ufeffZürich, 東京, Ελλάδα, עברית",
                "emoji \ud83d\ude00 family \ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 combined e\u0301",
                "half \ud83d of a pair",
                "%n %m %d{yyyy} ${user.home} {} %",
                "x".repeat(9_000),
                "long\n".repeat(400))) {
            add(log -> log.info(message));
        }
    }

    private void mdc() {
        add(log -> withMdc(Map.of("user", "ann"), () -> log.info("for a user")));
        add(log ->
                withMdc(new TreeMap<>(Map.of("user", "bob", "tenant", "t1", "z", "9")), () -> log.warn("for three")));
        add(log -> withMdc(Map.of("user", ""), () -> log.info("for nobody")));
        add(log -> withMdc(Map.of("user", "a=b, \"c\"\nd"), () -> log.info("for a strange one")));
        add(log -> withMdc(Map.of("user", "Łukasz"), () -> log.error("for Łukasz", failure("no order"))));
        add(log -> withMdc(TRACE, () -> log.info("traced")));
        add(log -> {
            MDC.put("user", "before");
            log.info("changed after the call");
            MDC.put("user", "after");
            MDC.remove("user");
        });
        add(log -> {
            try (MDC.MDCCloseable outer = MDC.putCloseable("user", "outer")) {
                try (MDC.MDCCloseable inner = MDC.putCloseable("step", "inner")) {
                    log.info("{} {}", outer == null, inner == null);
                }
                log.isInfoEnabled();
            }
        });
    }

    private static void withMdc(Map<String, String> values, Runnable action) {
        MDC.setContextMap(values);
        try {
            action.run();
        } finally {
            MDC.clear();
        }
    }

    private void markers() {
        Marker plain = MarkerFactory.getMarker("AUDIT");
        Marker nested = MarkerFactory.getDetachedMarker("OUTER");
        nested.add(MarkerFactory.getDetachedMarker("INNER"));
        add(log -> log.info(plain, "audited"));
        add(log -> log.info(nested, "audited twice {}", 2));
        add(log -> log.error(plain, "audited failure", failure("denied")));
        add(log -> log.atWarn().addMarker(plain).addMarker(nested).log("two markers"));
        add(log -> log.info((Marker) null, "no marker"));
        add(log -> log.debug(MarkerFactory.getDetachedMarker("ÄÖ \"x\""), "a strange marker"));
    }

    private void keyValuePairs() {
        add(log -> log.atInfo().addKeyValue("order", 17).log("stored"));
        add(log -> log.atInfo()
                .addKeyValue("a", "x y")
                .addKeyValue("b", (Object) null)
                .log("two {}", "pairs"));
        add(log -> log.atInfo()
                .addKeyValue("user.name", "ann")
                .addKeyValue("user.id", 5)
                .log("nested names"));
        add(log -> log.atInfo()
                .addKeyValue("map", new TreeMap<>(Map.of("k", List.of(1, 2))))
                .log("a map"));
        add(log -> log.atInfo()
                .addKeyValue("at", Instant.EPOCH)
                .addKeyValue("ok", true)
                .log("others"));
        add(log -> log.atInfo().addKeyValue("quote\"", "line\nbreak").log("strange"));
        add(log ->
                log.atError().setCause(failure("paired")).addKeyValue("f", 1.5f).log());
        add(log -> log.atInfo()
                .addKeyValue("lazy", () -> "supplied")
                .setMessage("set {}")
                .addArgument(3)
                .log());
    }

    private void exceptions() {
        add(log -> log.error("thrown", failure("plain")));
        add(log -> log.error("caused", failure("outer", failure("middle", failure("root")))));
        add(log -> log.error("suppressed", suppressing(failure("main"), failure("first"), failure("second"))));
        add(log -> log.error("circular", circular()));
        add(log -> log.error("circular by suppression", circularSuppressed()));
        add(log -> log.error("no message", failure(null)));
        add(log -> log.error("lines", failure("one\n\tat two\nthree")));
        add(log -> log.error("no trace", new Traceless()));
        add(log -> log.error("argument {} and exception", 1, failure("last")));
        add(log -> log.error("exception {} in the middle {}", failure("first"), 2));
        add(log -> log.warn("exception {}", failure("instead of an argument")));
        add(log -> log.error("deep", deep(60)));
        add(log -> log.info("own text", new OwnText()));
        add(log -> log.error("message fails", new FailingMessage()));
        add(log -> log.error("error", new AssertionError("no exception")));
        add(log -> log.error("real frames", new IllegalStateException("not made up")));
        add(log -> log.error("null exception", (Throwable) null));
        add(log -> log.error(null, failure("no text")));
        add(log -> log.error("Ünïcode", failure("größer 東")));
    }

    private void threads() {
        for (String name : List.of("worker-1", "worker [2] with a long name indeed", "arbeiter-ü")) {
            add(log -> inThread(name, () -> {
                MDC.put("user", name);
                log.info("from {}", name);
            }));
            add(log -> inThread(name, () -> log.error("failed in " + name, failure(name))));
        }
    }

    private static void inThread(String name, Runnable action) {
        Thread thread = new Thread(action, name);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    static RuntimeException failure(String message, Throwable... cause) {
        RuntimeException failure = new IllegalArgumentException(message, cause.length == 0 ? null : cause[0]);
        failure.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("com.example.shop.Orders", "find", "Orders.java", 42 + cause.length),
            new StackTraceElement("com.example.shop.Orders$Store", "lambda$read$0", "Orders.java", 77),
            new StackTraceElement("jdk.internal.reflect.Direct", "invoke", null, -2),
            new StackTraceElement("com.example.shop.Main", "main", "Main.java", 5)
        });
        return failure;
    }

    private static RuntimeException suppressing(RuntimeException main, Throwable... others) {
        Arrays.stream(others).forEach(main::addSuppressed);
        return main;
    }

    private static RuntimeException circular() {
        RuntimeException inner = new RuntimeException("inner");
        RuntimeException outer = failure("outer", inner);
        inner.setStackTrace(outer.getStackTrace());
        inner.initCause(outer);
        return outer;
    }

    private static RuntimeException circularSuppressed() {
        RuntimeException one = failure("one");
        RuntimeException two = failure("two", one);
        one.addSuppressed(two);
        return two;
    }

    private static RuntimeException deep(int depth) {
        return depth == 0 ? new IllegalStateException("at the bottom") : deep(depth - 1);
    }

    private static final class Traceless extends RuntimeException {

        private static final long serialVersionUID = 1;

        Traceless() {
            super("quick", null, false, false);
        }
    }

    private static final class OwnText extends RuntimeException {

        private static final long serialVersionUID = 1;

        OwnText() {
            super("hidden");
            setStackTrace(failure("").getStackTrace());
        }

        @Override
        public String toString() {
            return "own text";
        }
    }

    private static final class FailingMessage extends RuntimeException {

        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new UnsupportedOperationException("no message");
        }
    }
}
