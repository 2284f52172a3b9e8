/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.annotations;

import java.util.TreeSet;
import java.util.stream.IntStream;

import com.github.benmanes.caffeine.cache.Policy;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.caffeine.CaffeineCache;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.stereotype.Component;

import dev.tuned.examples.dropin.inside.Notes;

/** What the cache manager says of itself, and what kind of caches it has. */
@Component
class ManagerRows {

    private static final int MANY = 11_000;

    private final ApplicationContext context;
    private final CacheManager manager;

    ManagerRows(ApplicationContext context, CacheManager manager) {
        this.context = context;
        this.manager = manager;
    }

    void run() {
        Notes.outcome("manager: names before any use", () -> new TreeSet<>(manager.getCacheNames()));
        Notes.outcome("manager: a name that nobody declared", () -> manager.getCache("unknown") != null);
        Notes.outcome("manager: the same cache again", () -> manager.getCache("a") == manager.getCache("a"));
        Notes.outcome(
                "manager: a used name is among the names",
                () -> manager.getCacheNames().contains("a"));
        Notes.outcome(
                "manager: names cannot be changed",
                () -> manager.getCacheNames().add("b"));
        Notes.outcome("manager: empty name", () -> manager.getCache("").getName());
        Notes.outcome("manager: null name", () -> manager.getCache(null));
        Notes.outcome("manager: class", () -> manager.getClass().getSimpleName());
        Notes.outcome(
                "manager: by type CaffeineCacheManager",
                () -> context.getBeanProvider(CaffeineCacheManager.class).stream()
                        .count());
        Notes.outcome(
                "manager: cast of a cache to CaffeineCache",
                () -> ((CaffeineCache) manager.getCache("a")).isAllowNullValues());
        Notes.outcome("manager: reset", () -> {
            manager.getCache("reset").put("k", "v");
            manager.resetCaches();
            return manager.getCache("reset").get("k");
        });
        Notes.outcome(
                "native: entries expire",
                () -> policy().expireAfterWrite().isPresent()
                        || policy().expireVariably().isPresent());
        Notes.outcome("native: entries are limited", () -> policy().eviction().isPresent());
        Notes.outcome("native: statistics are counted", () -> policy().isRecordingStats());
        Notes.outcome("native: the value of an entry", () -> {
            manager.getCache("native").put("k", "v");
            return nativeCache("native").asMap().get("k").getClass().getSimpleName();
        });
        Notes.outcome("native: a value that was put there", () -> {
            nativeCache("native").put("direct", "v");
            return manager.getCache("native").get("direct", String.class);
        });
        Notes.outcome("native: an entry that was removed there", () -> {
            manager.getCache("native").put("removed", "v");
            nativeCache("native").invalidate("removed");
            return manager.getCache("native").get("removed");
        });
        Notes.outcome("many entries are all kept", () -> {
            Cache cache = manager.getCache("many");
            IntStream.range(0, MANY).forEach(i -> cache.put(i, i));
            nativeCache("many").cleanUp();
            return IntStream.range(0, MANY).allMatch(i -> cache.get(i) != null);
        });
    }

    private Policy<Object, Object> policy() {
        return nativeCache("native").policy();
    }

    @SuppressWarnings("unchecked")
    private com.github.benmanes.caffeine.cache.Cache<Object, Object> nativeCache(String name) {
        return (com.github.benmanes.caffeine.cache.Cache<Object, Object>)
                manager.getCache(name).getNativeCache();
    }
}
