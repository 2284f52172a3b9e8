/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.advice;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Notes how each of its methods is called. */
@Service
public class Accounts {

    static final Local AUDIT = new Local();
    static final Local METER = new Local();
    static final Local RETRY = new Local();

    private final Map<String, Set<String>> seen = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();

    @Retention(RetentionPolicy.RUNTIME)
    @interface Audited {}

    @Retention(RetentionPolicy.RUNTIME)
    @interface Metered {}

    @Retention(RetentionPolicy.RUNTIME)
    @interface Retried {}

    /** All that the calls of a method, or with an id, had. */
    public Set<String> seenBy(String method) {
        return seen.getOrDefault(method, Set.of());
    }

    public int calls(String method) {
        return calls.getOrDefault(method, new AtomicInteger()).get();
    }

    private String call(String method, String what) {
        seen.computeIfAbsent(method, m -> new ConcurrentSkipListSet<>()).add(what);
        calls.computeIfAbsent(method, m -> new AtomicInteger()).incrementAndGet();
        return what;
    }

    private static String transaction() {
        return TransactionSynchronizationManager.isActualTransactionActive() ? "in a transaction" : "no transaction";
    }

    @Cacheable("short")
    @Transactional
    public String transactional(String id) {
        return call("transactional", transaction());
    }

    @Cacheable("short")
    @Audited
    public String audited(String id) {
        return call("audited", AUDIT.get());
    }

    @Cacheable("short")
    @Metered
    public String metered(String id) {
        return call("metered", METER.get());
    }

    @Cacheable("short")
    @Retried
    public String retried(String id) {
        return call("retried", RETRY.get());
    }

    @Cacheable("short")
    @Retried
    public String failsOnce(String id) {
        if (RETRY.get().equals("first")) {
            throw new IllegalStateException("once");
        }
        return call("failsOnce", RETRY.get());
    }

    @Cacheable("short")
    public String inTransactionOfCaller(String id) {
        return call("inTransactionOfCaller", transaction());
    }

    @Cacheable("short")
    public @Nullable String nothing(String id) {
        call("nothing", id);
        return null;
    }

    public String keyOf(Caller caller) {
        return caller + " " + caller.get();
    }

    @Cacheable(cacheNames = "short", key = "#root.target.keyOf(#caller)")
    public String greeting(Caller caller) {
        return call(caller.name(), caller.get());
    }

    @Cacheable("short")
    public String plain(String id) {
        return call("plain", id);
    }
}
