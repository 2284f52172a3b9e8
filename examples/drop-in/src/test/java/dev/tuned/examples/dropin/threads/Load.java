/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;

import com.example.load.LoadApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;

/** Loads of a service that has room for them, in the order in which they are played; a further one is a further constant. */
enum Load {
    /** Many clients at once, right after the start. */
    COLD_START(1, 50, i -> 500) {
        @Override
        int atOnce(int request) {
            return 150;
        }
    },
    /** One request in three takes a second. */
    BIMODAL(3, 200, i -> i % 3 == 0 ? 1_000 : 2),
    STEADY(2, 150, i -> 5),
    /** The service stands still for 300 ms now and then. */
    PAUSES(3, 150, i -> i % 300 < 45 ? 300 - i % 300 * 6 : 5),
    /** The rate of requests goes up and down, by groups that come together. */
    STEPS(3, 10, i -> 300) {
        @Override
        int atOnce(int request) {
            return request / 10 % 2 == 0 ? 1 : 40;
        }
    };

    private final int seconds;
    private final int rate;
    private final IntUnaryOperator millis;

    Load(int seconds, int rate, IntUnaryOperator millis) {
        this.seconds = seconds;
        this.rate = rate;
        this.millis = millis;
    }

    /** How many requests come together. */
    int atOnce(int request) {
        return 1;
    }

    static Application application(String... arguments) {
        return Application.of(LoadApplication.class, ClassPath.of("spring-boot-starter-webmvc"))
                .arguments(arguments);
    }

    /** Sends requests by the clock, however long the answers take, and records whether any was not 200. */
    void play(RunningApplication application, Recording recording) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        long start = System.nanoTime();
        int groups = seconds * rate;
        for (int i = 0; i < groups; i++) {
            long due = start + i * TimeUnit.SECONDS.toNanos(1) / rate;
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            for (int n = i == 0 || this != COLD_START ? atOnce(i) : 1; n > 0; n--) {
                answers.add(send(client, application.port(), millis.applyAsInt(i)));
            }
        }
        long refused = answers.stream().filter(answer -> answer.join() != 200).count();
        recording.add("load " + name().toLowerCase().replace('_', ' '), "rejected", refused > 0 ? "yes" : "no");
    }

    private static CompletableFuture<Integer> send(HttpClient client, int port, int millis) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/wait?millis=" + millis))
                .timeout(Duration.ofSeconds(30))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .thenApply(HttpResponse::statusCode)
                .exceptionally(e -> -1);
    }
}
