/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.annotations;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import com.example.caching.Watch;
import org.jspecify.annotations.Nullable;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import dev.tuned.examples.dropin.inside.Notes;

import static com.example.caching.Watch.all;
import static com.example.caching.Watch.trying;

/** Methods that answer later. */
@Component
class ReactiveRows {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Feed feed;
    private final CacheManager manager;

    ReactiveRows(Feed feed, CacheManager manager) {
        this.feed = feed;
        this.manager = manager;
    }

    /** Counts subscriptions. */
    @Service
    @CacheConfig(cacheNames = "feed")
    static class Feed {

        private final Calls calls = new Calls();

        public int count(String method, String id) {
            return calls.count(method, id);
        }

        @Cacheable
        public CompletableFuture<String> future(String id) {
            return CompletableFuture.completedFuture(calls.of("future", id));
        }

        @Cacheable(sync = true)
        public CompletableFuture<String> futureSync(String id) {
            return CompletableFuture.completedFuture(calls.of("futureSync", id));
        }

        @Cacheable
        public CompletableFuture<@Nullable String> futureNull(String id) {
            calls.of("futureNull", id);
            return CompletableFuture.completedFuture(null);
        }

        @Cacheable(unless = "#result.contains('secret')")
        public CompletableFuture<String> futureUnless(String id) {
            return CompletableFuture.completedFuture(calls.of("futureUnless", id));
        }

        @Cacheable
        public CompletableFuture<String> futureFailing(String id) {
            return CompletableFuture.failedFuture(new IllegalStateException(calls.of("futureFailing", id)));
        }

        @Cacheable
        public CompletableFuture<String> futureThrowing(String id) {
            throw new IllegalStateException(calls.of("futureThrowing", id));
        }

        @Cacheable
        public CompletableFuture<String> futureOf(String id, CompletableFuture<String> source) {
            calls.of("futureOf", id);
            return source;
        }

        @CachePut
        public CompletableFuture<String> futurePut(String id) {
            return CompletableFuture.completedFuture(calls.of("futurePut", id));
        }

        @CacheEvict
        public CompletableFuture<String> futureEvict(String id) {
            return CompletableFuture.completedFuture("evicted");
        }

        @Cacheable
        public Mono<String> mono(String id) {
            return Mono.fromSupplier(() -> calls.of("mono", id));
        }

        @Cacheable(sync = true)
        public Mono<String> monoSync(String id) {
            return Mono.fromSupplier(() -> calls.of("monoSync", id));
        }

        @Cacheable
        public Mono<String> monoEmpty(String id) {
            return Mono.fromRunnable(() -> calls.of("monoEmpty", id));
        }

        @Cacheable
        public Mono<String> monoFailing(String id) {
            return Mono.error(() -> new IllegalStateException(calls.of("monoFailing", id)));
        }

        @Cacheable(key = "#id")
        public Mono<String> monoOfContext(String id) {
            return Mono.deferContextual(context -> Mono.just("tenant " + context.getOrDefault("tenant", "none")));
        }

        @Cacheable(sync = true)
        public Mono<String> monoSyncOfContext(String id) {
            return Mono.deferContextual(context -> Mono.just("tenant " + context.getOrDefault("tenant", "none")));
        }

        @CachePut
        public Mono<String> monoPut(String id) {
            return Mono.fromSupplier(() -> calls.of("monoPut", id));
        }

        @CacheEvict
        public Mono<String> monoEvict(String id) {
            return Mono.just("evicted");
        }

        @Cacheable
        public Flux<String> flux(String id) {
            return Flux.defer(() -> Flux.just(calls.of("flux", id), "b", "c"));
        }

        @Cacheable(sync = true)
        public Flux<String> fluxSync(String id) {
            return Flux.defer(() -> Flux.just(calls.of("fluxSync", id), "b", "c"));
        }

        @Cacheable
        public Flux<String> fluxEmpty(String id) {
            return Flux.<String>empty().doOnSubscribe(s -> calls.of("fluxEmpty", id));
        }

        @Cacheable
        public Flux<String> fluxFailing(String id) {
            return Flux.concat(
                    Flux.just("a"), Flux.error(() -> new IllegalStateException(calls.of("fluxFailing", id))));
        }
    }

    private static void row(String name, Notes.Action action) {
        Notes.outcome(name, action);
    }

    private static Object join(CompletableFuture<?> future) throws Throwable {
        return Watch.finished(future);
    }

    private static Object block(Mono<?> mono) {
        return mono.block(PATIENCE);
    }

    private static Object block(Flux<?> flux) {
        return flux.collectList().block(PATIENCE);
    }

    private String in(String key) {
        return Watch.in(manager, "feed", key);
    }

    /** Without Caffeine's asynchronous mode. */
    void run() {
        row("future: twice", () -> all(join(feed.future("a")), join(feed.future("a"))));
        row("mono: twice", () -> all(block(feed.mono("a-m")), block(feed.mono("a-m"))));
        row("flux: twice", () -> all(block(feed.flux("a-f")), block(feed.flux("a-f"))));
        row("mono: put", () -> all(block(feed.monoPut("j-m")), in("j-m")));
    }

    /** With it. */
    void runAsync() {
        row("future: twice", () -> all(join(feed.future("a")), join(feed.future("a")), in("a")));
        row("future: sync", () -> all(join(feed.futureSync("b")), join(feed.futureSync("b")), in("b")));
        row(
                "future: null",
                () -> all(
                        join(feed.futureNull("c")),
                        join(feed.futureNull("c")),
                        feed.count("futureNull", "c"),
                        in("c")));
        row("future: unless", () -> all(join(feed.futureUnless("secret")), join(feed.futureUnless("secret"))));
        row("future: failing", () -> join(feed.futureFailing("d")));
        row(
                "future: failing twice",
                () -> all(
                        trying(() -> join(feed.futureFailing("e"))),
                        trying(() -> join(feed.futureFailing("e"))),
                        feed.count("futureFailing", "e")));
        row("future: throwing", () -> join(feed.futureThrowing("f")));
        row("future: put", () -> all(join(feed.futurePut("g")), in("g")));
        row("future: evict", () -> {
            manager.getCache("feed").put("h", "there");
            return all(join(feed.futureEvict("h")), in("h"));
        });
        row("future: pending, two callers", () -> {
            CompletableFuture<String> source = new CompletableFuture<>();
            CompletableFuture<String> first = feed.futureOf("i", source);
            CompletableFuture<String> second = feed.futureOf("i", source);
            source.complete("done");
            return all(join(first), join(second), feed.count("futureOf", "i"));
        });
        row("future: what a caller completes", () -> {
            feed.future("j").complete("forced");
            return join(feed.future("j"));
        });
        row("mono: twice", () -> all(block(feed.mono("a-m")), block(feed.mono("a-m")), in("a-m")));
        row("mono: sync", () -> all(block(feed.monoSync("b-m")), block(feed.monoSync("b-m")), in("b-m")));
        row("mono: not subscribed", () -> {
            feed.mono("c-m");
            return all(feed.count("mono", "c-m"), in("c-m"));
        });
        row("mono: sync, not subscribed", () -> {
            feed.monoSync("d-m");
            return feed.count("monoSync", "d-m");
        });
        row("mono: subscribed twice", () -> {
            Mono<String> mono = feed.mono("e-m");
            return all(block(mono), block(mono));
        });
        row(
                "mono: empty",
                () -> all(
                        block(feed.monoEmpty("f-m")),
                        block(feed.monoEmpty("f-m")),
                        feed.count("monoEmpty", "f-m"),
                        in("f-m")));
        row("mono: failing", () -> block(feed.monoFailing("g-m")));
        row("mono: with a context", () -> block(feed.monoOfContext("h-m").contextWrite(c -> c.put("tenant", "one"))));
        row(
                "mono: sync, with a context",
                () -> block(feed.monoSyncOfContext("i-m").contextWrite(c -> c.put("tenant", "one"))));
        row("mono: put", () -> all(block(feed.monoPut("j-m")), in("j-m")));
        row("mono: evict", () -> {
            manager.getCache("feed").put("k-m", "there");
            return all(block(feed.monoEvict("k-m")), in("k-m"));
        });
        row("flux: twice", () -> all(block(feed.flux("a-f")), block(feed.flux("a-f")), in("a-f")));
        row("flux: sync", () -> all(block(feed.fluxSync("b-f")), block(feed.fluxSync("b-f")), in("b-f")));
        row("flux: not all of it", () -> all(block(feed.flux("c-f").take(1)), block(feed.flux("c-f"))));
        row(
                "flux: empty",
                () -> all(block(feed.fluxEmpty("d-f")), block(feed.fluxEmpty("d-f")), feed.count("fluxEmpty", "d-f")));
        row("flux: failing", () -> block(feed.fluxFailing("e-f")));
    }
}
