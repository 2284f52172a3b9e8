/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.stream.Collectors;

import com.example.neighbours.resilience.ResilienceApplication;

import dev.tuned.examples.dropin.Application;

/** Resilience4j and Spring's {@code @ConcurrencyLimit} around calls of the application, and a circuit breaker around files. */
class ResilienceScenario extends FileNeighboursScenario {

    @Override
    public Application application() {
        return files(
                        ResilienceApplication.class,
                        "io.github.resilience4j:resilience4j-spring-boot4",
                        "spring-boot-starter-aspectj")
                .arguments(
                        "--resilience4j.circuitbreaker.configs.default.sliding-window-size=4",
                        "--resilience4j.circuitbreaker.configs.default.minimum-number-of-calls=4",
                        "--resilience4j.circuitbreaker.configs.default.wait-duration-in-open-state=1h",
                        "--resilience4j.bulkhead.instances.desk.max-concurrent-calls=1",
                        "--resilience4j.thread-pool-bulkhead.instances.pool.max-thread-pool-size=1",
                        "--resilience4j.thread-pool-bulkhead.instances.pool.core-thread-pool-size=1",
                        "--resilience4j.timelimiter.instances.slow.timeout-duration=100ms",
                        "--resilience4j.retry.instances.again.max-attempts=3",
                        "--resilience4j.retry.instances.again.wait-duration=1ms");
    }

    @Override
    void use(Downloader downloader) throws Exception {
        downloader.pastLeftToStock(
                "circuit breaker",
                () -> {
                    downloader.get("/breaker/false");
                    for (int i = 0; i < 4; i++) {
                        downloader.get("/breaker/true");
                    }
                    downloader.get("/breaker/false");
                },
                "through the breaker",
                "refused: CircuitBreaker 'shop' is OPEN",
                "resilience4j_circuitbreaker_state{name=\"shop\",state=\"open\"} 1");
        downloader.pastLeftToStock(
                "bulkhead", () -> held(downloader, "/bulkhead/"), "refused: Bulkhead 'desk' is full");
        downloader.pastLeftToStock("bulkhead with threads", () -> downloader.get("/pool"), "in bulkhead-pool-1");
        downloader.pastLeftToStock("time limiter", () -> downloader.get("/never"), "late: TimeLimiter 'slow'");
        downloader.pastLeftToStock("retry", () -> downloader.get("/again"), "attempt 3");
        downloader.pastLeftToStock("Spring's retry", () -> downloader.get("/springs-retry"), "attempt 6");
        downloader.pastLeftToStock(
                "@ConcurrencyLimit",
                () -> together(downloader, "/limited/", 1),
                "held until file-of-limited",
                "at once 1");
        downloader.pastLeftToStock(
                "@ConcurrencyLimit and @Async",
                () -> together(downloader, "/limited-asynchronously/", 2),
                "held until file-of-limited-asynchronously",
                "at once 2");
        downloader.pastLeftToStock(
                "@ConcurrencyLimit that rejects, handled", () -> held(downloader, "/handled/"), "handled: ");
        downloader.pastLeftToStock(
                "@ConcurrencyLimit that rejects", () -> held(downloader, "/rejecting/"), "held until");
        downloader.past("files beside", () -> downloader.usual("/files"), "HTTP/1.1 206");
        downloader.past(
                "circuit breaker around files",
                () -> {
                    downloader.usual("/guarded");
                    for (int i = 0; i < 4; i++) {
                        downloader.send("GET /guarded/absent.txt?fail");
                    }
                    downloader.fewer("/guarded/300k.txt");
                    downloader.record(
                            "meters",
                            "counts",
                            downloader
                                    .meters()
                                    .lines()
                                    .filter(line -> line.matches("resilience4j_\\w+(_count|_total|_state)\\{.*"))
                                    .collect(Collectors.joining("\n")));
                },
                "CircuitBreaker 'files' is OPEN",
                "resilience4j_circuitbreaker_calls_seconds_count{kind=\"successful\",name=\"files\"} ");
    }

    /** One call that waits, and what the next gets meanwhile. */
    private static void held(Downloader downloader, String path) throws Exception {
        try (HeldRequests held = new HeldRequests(downloader, path)) {
            held.send();
            held.await(1);
            downloader.get(path + "another-file");
            held.release();
        }
    }

    /** Four calls, of which so many are let in at once. */
    private static void together(Downloader downloader, String path, int atOnce) throws Exception {
        try (HeldRequests held = new HeldRequests(downloader, path)) {
            for (int i = 0; i < 4; i++) {
                held.send();
            }
            held.await(atOnce);
            held.release();
        }
        downloader.get("/most");
    }
}
