/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.advice;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import dev.tuned.examples.dropin.inside.Notes;

import static com.example.caching.Watch.trying;

/** Calls each method several times. */
@Component
class AdviceRows {

    private static final int TIMES = 3;

    private final Accounts accounts;
    private final TransactionTemplate transaction;
    private final Map<String, Set<String>> got = new TreeMap<>();

    AdviceRows(Accounts accounts, PlatformTransactionManager tx) {
        this.accounts = accounts;
        this.transaction = new TransactionTemplate(tx);
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
        for (int i = 0; i < TIMES; i++) {
            callAll();
        }
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
}
