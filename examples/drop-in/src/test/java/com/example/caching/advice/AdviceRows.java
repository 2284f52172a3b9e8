/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.advice;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

import com.example.caching.Watch;
import com.example.caching.advice.Accounts.Gate;
import org.springframework.cache.CacheManager;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import dev.tuned.examples.dropin.inside.Notes;

import static com.example.caching.Watch.trying;

/** Calls each method for as long as it takes until all were called again behind their callers' backs, if they are at all. */
@Component
class AdviceRows {

    private static final int SECONDS = 8;
    private static final List<String> RELOADED =
            List.of("transactional", "metered", "retried", "inTransactionOfCaller", "TENANT", "LOCALE", "plain");

    /** How a reload goes during which there is an eviction. */
    private static final List<String> RELOADS = List.of("slow", "failing");

    private final Accounts accounts;
    private final CacheManager manager;
    private final TransactionTemplate transaction;
    private final Map<String, UnaryOperator<String>> held;
    private final Map<String, Set<String>> got = new TreeMap<>();

    AdviceRows(Accounts accounts, CacheManager manager, PlatformTransactionManager tx) {
        this.accounts = accounts;
        this.manager = manager;
        this.transaction = new TransactionTemplate(tx);
        this.held = Map.of(
                "transaction", accounts::heldInTransaction,
                "aspect", accounts::heldInAspect,
                "interceptor", accounts::heldInInterceptor);
    }

    private void get(String row, Notes.Action action) {
        got.computeIfAbsent(row, r -> new TreeSet<>()).add(trying(action));
    }

    void run() throws Exception {
        try {
            play();
        } catch (Error | Exception ex) {
            throw ex;
        } catch (Throwable ex) {
            throw new IllegalStateException(ex);
        }
    }

    private void play() throws Throwable {
        heldFirst();
        until(SECONDS, this::isReloaded, this::callAll);
        got.forEach((row, values) -> Notes.add(row, "value", values));
        for (String method : List.of("transactional", "audited", "metered", "retried", "failsOnce")) {
            Notes.add("advice: " + method, "calls had", accounts.seenBy(method));
        }
        Notes.add("advice: inTransactionOfCaller", "calls had", accounts.seenBy("inTransactionOfCaller"));
        for (Caller caller : Caller.values()) {
            Notes.add("thread-local: " + caller, "calls had", accounts.seenBy(caller.name()));
        }
        Notes.add("an entry is kept", "value", accounts.calls("plain") == 1);
        Notes.add("a null is kept", "value", accounts.calls("nothing") == 1);
        for (String reload : RELOADS) {
            evictedWhileReloaded(reload);
        }
        badDecorator();
    }

    private void heldFirst() {
        for (String reload : RELOADS) {
            held.forEach((advice, call) -> call.apply(reload + " reload: " + advice));
        }
    }

    private boolean isReloaded() {
        return RELOADED.stream().allMatch(method -> accounts.calls(method) > 2) && accounts.calls("nothing") > 1;
    }

    private void callAll() throws Throwable {
        get("advice: transactional", () -> accounts.transactional("a"));
        get("advice: audited", () -> accounts.audited("b"));
        get("advice: metered", () -> accounts.metered("c"));
        get("advice: retried", () -> accounts.retried("d"));
        get("advice: failsOnce", () -> accounts.failsOnce("e"));
        get("advice: inTransactionOfCaller", () -> transaction.execute(s -> accounts.inTransactionOfCaller("f")));
        get("a null is kept", () -> accounts.nothing("g"));
        get("an entry is kept", () -> accounts.plain("h"));
        for (Caller caller : Caller.values()) {
            get("thread-local: " + caller, () -> caller.during("de", () -> accounts.greeting(caller)));
        }
    }

    /** Callers wait for reloads while another one evicts. What these reloads come to is of no use to them. */
    private void evictedWhileReloaded(String reload) throws Throwable {
        Gate gate = new Gate(new CountDownLatch(held.size()), new CountDownLatch(1), reload.equals("failing"));
        accounts.holdAt(gate);
        Map<String, FutureTask<Object>> callers = new TreeMap<>();
        held.forEach((advice, call) -> callers.put(
                reload + " reload: " + advice, Watch.start(() -> call.apply(reload + " reload: " + advice))));
        BooleanSupplier done = () -> callers.values().stream().allMatch(FutureTask::isDone);
        until(SECONDS, () -> done.getAsBoolean() || gate.reached().getCount() == 0, () -> {});
        accounts.holdAt(null);
        callers.keySet().forEach(manager.getCache("waiting")::evict);
        if (gate.fails()) {
            gate.open().countDown();
        }
        until(SECONDS, done, () -> {});
        gate.open().countDown();
        for (Map.Entry<String, FutureTask<Object>> caller : callers.entrySet()) {
            String row = "evicted during a " + caller.getKey();
            Notes.add(row, "value", trying(() -> Watch.finished(caller.getValue())));
            Notes.add(row, "calls had", accounts.seenBy(caller.getKey()));
        }
    }

    /** A decorator that fails must not matter to a caller whose value is in the cache. */
    private void badDecorator() throws Throwable {
        Set<String> answers = new TreeSet<>();
        AdviceApplication.decoratorFails = true;
        until(1, () -> answers.size() > 1, () -> answers.add(trying(() -> Watch.within(() -> accounts.plain("h")))));
        AdviceApplication.decoratorFails = false;
        Notes.add("a task decorator that throws", "answers", answers);
        Notes.add("a task decorator that threw", "answer", trying(() -> Watch.within(() -> accounts.plain("h"))));
    }

    private static void until(int seconds, BooleanSupplier condition, Step step) throws Throwable {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            step.run();
            TimeUnit.MILLISECONDS.sleep(10);
        }
        step.run();
    }

    /** What is repeated. */
    private interface Step {
        void run() throws Throwable;
    }
}
