/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.annotations;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.caching.Watch;
import org.springframework.beans.BeanUtils;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.support.NullValue;
import org.springframework.stereotype.Component;

import dev.tuned.examples.dropin.inside.Notes;

import static com.example.caching.Watch.all;
import static com.example.caching.Watch.trying;

/** What a cache does that is used without annotations. Each row has keys of its own. */
@Component
class CacheRows {

    private final CacheManager manager;

    CacheRows(CacheManager manager) {
        this.manager = manager;
    }

    private Cache cache() {
        return manager.getCache("rows");
    }

    private static void row(String name, Notes.Action action) {
        Notes.outcome(name, action);
    }

    private String in(Object key) {
        return Watch.in(manager, "rows", key);
    }

    /** Without Caffeine's asynchronous mode. */
    void run() {
        reads();
        nulls();
        loads();
        removals();
        row(
                "load: within a load, the same key",
                () -> Watch.within(() -> trying(() -> cache().get("self", () -> cache().get("self", () -> "a")))));
        row(
                "retrieve or load",
                () -> Watch.finished(cache().retrieve("rol", () -> CompletableFuture.completedFuture("a"))));
    }

    /** With it. */
    void runAsync() {
        reads();
        loads();
        futures();
    }

    private void reads() {
        row("cache: name", () -> cache().getName());
        row("cache: class", () -> cache().getClass().getSimpleName());
        row(
                "cache: absent",
                () -> all(
                        cache().get("absent"),
                        cache().get("absent", String.class),
                        cache().get("absent", Object.class)));
        row("cache: put", () -> {
            cache().put("put", "a");
            cache().put("put", "b");
            return all(in("put"), cache().get("put", String.class), cache().get("put", Object.class));
        });
        row("cache: by no type", () -> {
            cache().put("no type", "a");
            return cache().get("no type", (Class<?>) null);
        });
        row("cache: by another type", () -> {
            cache().put("type", "a");
            return trying(() -> cache().get("type", Integer.class));
        });
        row("cache: by another type, message", () -> {
            cache().put("message", "a");
            return cache().get("message", Integer.class);
        });
        row("cache: the same object", () -> {
            Object value = new Object();
            cache().put("same", value);
            return cache().get("same").get() == value;
        });
        row(
                "cache: put if absent",
                () -> all(
                        cache().putIfAbsent("pia", "a"),
                        cache().putIfAbsent("pia", "b").get(),
                        in("pia")));
        row("cache: put if absent where null is", () -> {
            cache().put("pia null", null);
            return all(cache().putIfAbsent("pia null", "b"), in("pia null"));
        });
        row("cache: put null if absent", () -> all(cache().putIfAbsent("null pia", null), in("null pia")));
        row("cache: wrappers are equal", () -> {
            cache().put("wrapper", "a");
            return cache().get("wrapper").equals(cache().get("wrapper"));
        });
    }

    private void nulls() {
        row("null: put", () -> {
            cache().put("null", null);
            return all(in("null"), cache().get("null", String.class));
        });
        row("null: Spring's marker", () -> {
            cache().put("marker", NullValue.INSTANCE);
            return in("marker");
        });
        row("null: another marker", () -> {
            cache().put("marker 2", BeanUtils.instantiateClass(NullValue.class));
            return all(in("marker 2"), cache().get("marker 2", String.class));
        });
        row("null: replaced", () -> {
            cache().put("replaced", null);
            cache().put("replaced", "a");
            return in("replaced");
        });
        row("null key: get", () -> cache().get(null));
        row("null key: get by type", () -> cache().get(null, String.class));
        row("null key: get or load", () -> cache().get(null, () -> "a"));
        row("null key: put", () -> {
            cache().put(null, "a");
            return "done";
        });
        row("null key: put if absent", () -> cache().putIfAbsent(null, "a"));
        row("null key: evict", () -> {
            cache().evict(null);
            return "done";
        });
        row("null key: evict if present", () -> cache().evictIfPresent(null));
    }

    private void loads() {
        row("load: value", () -> all(cache().get("load", () -> "a"), cache().get("load", () -> "b"), in("load")));
        row("load: null", () -> all(cache().get("load n", () -> null), cache().get("load n", () -> "b"), in("load n")));
        row("load: not where null is", () -> {
            cache().put("load null", null);
            return cache().get("load null", () -> "b");
        });
        row(
                "load: unchecked",
                () -> cache().get("unchecked", () -> {
                    throw new UnsupportedOperationException("expected");
                }));
        row(
                "load: checked",
                () -> cache().get("checked", () -> {
                    throw new IOException("expected", new IllegalStateException("cause"));
                }));
        row(
                "load: error",
                () -> cache().get("error", () -> {
                    throw new AssertionError("expected");
                }));
        row(
                "load: interrupted",
                () -> all(
                        trying(() -> cache().get("interrupted", () -> {
                            throw new InterruptedException("expected");
                        })),
                        Thread.interrupted()));
        row(
                "load: retrieval exceptions",
                () -> cache().get("retrieval", () -> {
                    throw new Cache.ValueRetrievalException("other", () -> "a", new IOException("expected"));
                }));
        row("load: the key in the exception", () -> {
            Callable<Object> loader = () -> {
                throw new IOException("expected");
            };
            try {
                return cache().get("key", loader);
            } catch (Cache.ValueRetrievalException ex) {
                return ex.getKey();
            }
        });
        row(
                "load: after a failure",
                () -> all(
                        trying(() -> cache().get("again", () -> {
                            throw new IOException("expected");
                        })),
                        in("again"),
                        cache().get("again", () -> "a")));
        row("load: no loader", () -> cache().get("none", (Callable<?>) null));
        row("load: ten at once", () -> {
            AtomicInteger calls = new AtomicInteger();
            List<FutureTask<Object>> tasks = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                tasks.add(Watch.start(() -> cache().get("ten", calls::incrementAndGet)));
            }
            List<Object> results = new ArrayList<>();
            for (FutureTask<Object> task : tasks) {
                results.add(Watch.finished(task));
            }
            return all(results, calls);
        });
        row(
                "load: within a load, another key",
                () -> Watch.within(() -> trying(() ->
                        all(cache().get("out", () -> cache().get("in", () -> "a")), in("out"), in("in")))));
        row(
                "load: within a load, a put of another key",
                () -> Watch.within(() -> trying(() -> all(
                        cache().get("outer", () -> {
                            cache().put("other", "b");
                            return "a";
                        }),
                        in("outer"),
                        in("other")))));
    }

    private void removals() {
        row("evict: absent", () -> {
            cache().evict("evict absent");
            return in("evict absent");
        });
        row("evict: present", () -> {
            cache().put("evict present", "a");
            cache().evict("evict present");
            return in("evict present");
        });
        row("evict if present", () -> {
            cache().put("if present", "a");
            return all(cache().evictIfPresent("if present"), cache().evictIfPresent("if present"));
        });
        row("evict if present: null", () -> {
            cache().put("null present", null);
            return cache().evictIfPresent("null present");
        });
        row("clear", () -> {
            Cache cache = manager.getCache("clear");
            cache.put("a", "b");
            cache.clear();
            return cache.get("a");
        });
        row("invalidate", () -> {
            Cache cache = manager.getCache("invalidate");
            cache.put("a", "b");
            return all(cache.invalidate(), cache.invalidate(), cache.get("a"));
        });
    }

    private void futures() {
        row("retrieve: absent", () -> cache().retrieve("absent"));
        row("retrieve: present", () -> {
            cache().put("present", "a");
            return unwrapped(cache().retrieve("present"));
        });
        row("retrieve: null", () -> {
            cache().put("nothing", null);
            return unwrapped(cache().retrieve("nothing"));
        });
        row("retrieve: null key", () -> cache().retrieve(null));
        row(
                "retrieve or load",
                () -> all(
                        Watch.finished(cache().retrieve("rol", () -> CompletableFuture.completedFuture("a"))),
                        Watch.finished(cache().retrieve("rol", () -> CompletableFuture.completedFuture("b"))),
                        in("rol")));
        row(
                "retrieve or load: null",
                () -> all(
                        Watch.finished(cache().retrieve("rol n", () -> CompletableFuture.completedFuture(null))),
                        in("rol n")));
        row(
                "retrieve or load: failed",
                () -> Watch.finished(
                        cache().retrieve("rol f", () -> CompletableFuture.failedFuture(new IOException("expected")))));
        row(
                "retrieve or load: failed, then loaded",
                () -> all(
                        trying(() -> Watch.finished(cache().retrieve(
                                        "rol g", () -> CompletableFuture.failedFuture(new IOException("expected"))))),
                        Watch.finished(cache().retrieve("rol g", () -> CompletableFuture.completedFuture("a")))));
        row(
                "retrieve or load: the supplier throws",
                () -> Watch.within(() -> Watch.finished(cache().retrieve("rol t", () -> {
                    throw new UnsupportedOperationException("expected");
                }))));
        row(
                "retrieve or load: no future",
                () -> Watch.within(() -> Watch.finished(cache().retrieve("rol 0", () -> null))));
        row("retrieve or load: cancelled by its caller", () -> {
            CompletableFuture<String> source = new CompletableFuture<>();
            cache().retrieve("cancel", () -> source).cancel(true);
            source.complete("a");
            return Watch.finished(cache().retrieve("cancel", () -> CompletableFuture.completedFuture("b")));
        });
        row(
                "retrieve or load: within itself",
                () -> Watch.within(() -> trying(() -> Watch.finished(cache().retrieve(
                                "nested",
                                () -> cache().retrieve("nested", () -> CompletableFuture.completedFuture("a")))))));
        row(
                "retrieve or load: within another",
                () -> Watch.within(() -> trying(() -> Watch.finished(cache().retrieve(
                                "nest",
                                () -> cache().retrieve("nested 2", () -> CompletableFuture.completedFuture("a")))))));
        row("retrieve or load: two at once", () -> {
            CompletableFuture<String> source = new CompletableFuture<>();
            CompletableFuture<String> first = cache().retrieve("two", () -> source);
            CompletableFuture<String> second = cache().retrieve("two", () -> CompletableFuture.completedFuture("b"));
            source.complete("a");
            return all(Watch.finished(first), Watch.finished(second));
        });
    }

    private static Object unwrapped(CompletableFuture<?> future) throws Throwable {
        Object value = Watch.finished(future);
        return value instanceof Cache.ValueWrapper wrapper ? "wrapper of " + wrapper.get() : value;
    }
}
