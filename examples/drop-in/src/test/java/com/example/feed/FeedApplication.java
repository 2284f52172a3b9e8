/* SPDX-License-Identifier: Apache-2.0 */
package com.example.feed;

import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.codec.multipart.FilePart;
import org.springframework.http.codec.multipart.FormFieldPart;
import org.springframework.http.codec.multipart.Part;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@SpringBootApplication
@EnableCaching
@EnableAsync
public class FeedApplication {

    public static void main(String[] args) {
        SpringApplication.run(FeedApplication.class, args);
    }

    record Item(@NotBlank String title, int year) {}

    @Service
    public static class Items {

        private final AtomicInteger reads = new AtomicInteger();

        @Cacheable("monos")
        public Mono<Item> mono(int year) {
            return Mono.fromSupplier(() -> new Item("read " + reads.incrementAndGet(), year));
        }

        @Cacheable("fluxes")
        public Flux<Item> flux(int count) {
            return Flux.range(1, count).map(year -> new Item("read " + reads.incrementAndGet(), year));
        }

        @Cacheable("empty")
        public Mono<Item> empty(int year) {
            reads.incrementAndGet();
            return Mono.empty();
        }

        @Cacheable("errors")
        public Mono<Item> error(int year) {
            return Mono.error(new IllegalStateException("failed " + reads.incrementAndGet()));
        }

        @Cacheable("blocking")
        public Item blocking(int year) {
            return new Item("read " + reads.incrementAndGet(), year);
        }

        @Async
        public CompletableFuture<String> async() {
            return CompletableFuture.completedFuture(thread());
        }
    }

    static String thread() {
        return Thread.currentThread().getName().replaceAll("\\d+", "N");
    }

    @RestController
    static class Feed {

        private final Items items;

        Feed(Items items) {
            this.items = items;
        }

        @GetMapping("/mono/{year}")
        Mono<Item> mono(@PathVariable int year) {
            return items.mono(year);
        }

        @GetMapping("/flux/{count}")
        Flux<Item> flux(@PathVariable int count) {
            return items.flux(count);
        }

        @GetMapping("/empty/{year}")
        Mono<Item> empty(@PathVariable int year) {
            return items.empty(year);
        }

        @GetMapping("/error/{year}")
        Mono<Item> error(@PathVariable int year) {
            return items.error(year);
        }

        @GetMapping("/blocking/{year}")
        Item blocking(@PathVariable int year) {
            return items.blocking(year);
        }

        @GetMapping("/thread/blocking")
        String threadOfBlocking() {
            return thread();
        }

        @GetMapping("/thread/mono")
        Mono<String> threadOfMono() {
            return Mono.fromSupplier(FeedApplication::thread);
        }

        @GetMapping("/thread/async")
        Mono<String> threadOfAsync() {
            return Mono.fromFuture(items.async());
        }

        @GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
        Flux<Item> events() {
            return Flux.just(new Item("a", 1), new Item("b", 2));
        }

        @PostMapping("/items")
        @ResponseStatus(HttpStatus.CREATED)
        Item add(@Valid @RequestBody Item item) {
            return item;
        }

        @PostMapping("/upload")
        Mono<String> upload(@RequestPart("file") FilePart file, @RequestPart("item") Mono<Item> item) {
            return file.content()
                    .map(buffer -> buffer.readableByteCount())
                    .reduce(Integer::sum)
                    .zipWith(item, (size, i) -> file.filename() + " " + size + " " + i);
        }

        @PostMapping("/upload/all")
        Flux<String> all(@RequestBody Flux<Part> parts) {
            return parts.concatMap(part -> part instanceof FormFieldPart field
                    ? Mono.just(field.name() + "=" + field.value() + "\n")
                    : part.content()
                            .map(buffer -> buffer.readableByteCount())
                            .reduce(Integer::sum)
                            .map(size -> part.name() + ":" + size + "\n"));
        }

        @PostMapping("/form")
        Mono<Map<String, List<String>>> form(ServerWebExchange exchange) {
            return exchange.getFormData().map(TreeMap::new);
        }

        @GetMapping("/fails")
        String fails() {
            throw new IllegalArgumentException("no feed");
        }

        @GetMapping("/absent")
        Mono<String> absent() {
            return Mono.error(new NoSuchElementException("gone"));
        }

        @ExceptionHandler
        @ResponseStatus(HttpStatus.NOT_FOUND)
        Map<String, String> handle(NoSuchElementException e) {
            return Map.of("absent", e.getMessage());
        }
    }
}
