/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Threads that fit the load, on a real server whose pool has few threads. */
@ExtendWith(OutputCaptureExtension.class)
class FittingPoolTests {

    private static final String MAX = "server.tomcat.threads.max=8";

    private static final String EXCEED = "tuned.threads.web.exceed-threads-max=true";

    @Test
    void withoutLoadEverythingIsTomcats() {
        try (WebApp app = WebApp.start(MAX, EXCEED)) {
            assertThat(app.get("/kind")).isEqualTo("platform");
            assertThat(pool(app).status().openings()).isZero();
            String watcher = ((FittingProtocol) app.protocol()).fitting().getName() + "-watcher";
            assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().equals(watcher));
        }
    }

    @Test
    void endpointsNumbersAndResizingAreTomcats() {
        try (WebApp app = WebApp.start(MAX, EXCEED)) {
            FittingEndpoint endpoint = ((FittingProtocol) app.protocol()).fitting();
            assertThat(endpoint.getMaxThreads()).isEqualTo(8);
            endpoint.setMaxThreads(12);
            endpoint.setMinSpareThreads(3);
            assertThat(pool(app).getMaximumPoolSize()).isEqualTo(12);
            assertThat(pool(app).getCorePoolSize()).isEqualTo(3);
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "opens from Java 24 on")
    void requestsThatWaitOpenItAndItClosesAgain(CapturedOutput output) {
        try (WebApp app = WebApp.start(MAX, EXCEED)) {
            List<CompletableFuture<String>> held = send(app, "/gate", 40);
            await().until(() -> app.gate().arrived.availablePermits() == 40);
            FittingPool pool = pool(app);
            assertThat(pool.status().threads()).isEqualTo("virtual threads");
            assertThat(pool.running()).isNotEmpty();
            assertThat(app.protocol().getProcessorCache())
                    .isEqualTo(ProcessorCache.size(Runtime.getRuntime().maxMemory()));
            assertThat(app.get("/kind")).isEqualTo("virtual");

            app.gate().open();

            assertThat(held).allSatisfy(answer -> assertThat(answer.join()).isEqualTo("through"));
            await().until(() -> pool.status().threads().equals("pool"));
            assertThat(pool.status().why()).isEqualTo("the pool would do");
            assertThat(app.protocol().getProcessorCache()).isEqualTo(200);
            assertThat(app.get("/kind")).isEqualTo("platform");
            await().until(() -> pool.getSubmittedCount() == 0 && pool.running().isEmpty());
            assertThat(output).containsOnlyOnce("virtual threads serve for now");
        }
    }

    @Test
    void limitOfTheUserIsKeptAndOneWarningSaysWhatWouldHelp(CapturedOutput output) {
        try (WebApp app = WebApp.start(MAX)) {
            List<CompletableFuture<String>> held = send(app, "/gate", 20);
            await().until(() -> output.getOut().contains("exceed-threads-max"));
            assertThat(app.gate().arrived.availablePermits()).isEqualTo(8);
            assertThat(pool(app).getQueue()).hasSize(12);
            app.gate().open();
            held.forEach(CompletableFuture::join);
            assertThat(output.getOut().lines().filter(line -> line.contains("threads of Tomcat's pool are taken")))
                    .hasSize(1);
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "opens from Java 24 on")
    void oneScarceObjectDoesNotOpenIt(CapturedOutput output) {
        try (WebApp app = WebApp.start(Slow.class, MAX, EXCEED)) {
            List<CompletableFuture<String>> answers = send(app, "/scarce", 60);
            await().until(() -> output.getOut().contains("wait for the same java.util.concurrent.Semaphore"));
            assertThat(pool(app).status().openings()).isZero();
            app.context.getBean(Slowness.class).scarce.release(60);
            assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isEqualTo("platform"));
        }
    }

    /** The processors of the machine of the test may have others to serve, which is what it is about. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "opens from Java 24 on")
    void requestsThatComputeDoNotOpenIt() {
        try (WebApp app = WebApp.start(Slow.class, MAX, EXCEED)) {
            send(app, "/compute", 100).forEach(CompletableFuture::join);
            assertThat(pool(app).status().openings()).isZero();
            await().until(() -> pool(app).getSubmittedCount() == 0);
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "opens from Java 24 on")
    void burstsOfShortRequestsDoNotOpenIt() {
        try (WebApp app = WebApp.start(MAX, EXCEED)) {
            for (int burst = 0; burst < 20; burst++) {
                send(app, "/kind", 100).forEach(CompletableFuture::join);
            }
            assertThat(pool(app).status().openings()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisabledOnOs(OS.WINDOWS)
    @EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "opens from Java 24 on")
    void readsThatKeepTheirCarriersFreezeNothing(boolean open, @TempDir Path folder, CapturedOutput output)
            throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        try (WebApp app = WebApp.start(Slow.class, MAX, EXCEED)) {
            List<CompletableFuture<String>> held = open ? opened(app) : List.of();
            int carriers = Runtime.getRuntime().availableProcessors();
            List<CompletableFuture<String>> reads =
                    new ArrayList<>(send(app, "/read?file=" + pipe, open ? carriers : 2));
            try {
                answers(app);
                if (open) {
                    awaitClosing(app, output, () -> reads.add(app.getLater("/read?file=" + pipe)));
                    assertThat(output).contains("Slowness.read");
                }
            } finally {
                app.context.getBean(Slowness.class).virtualGate.countDown();
                // Open to the end: a read that a busy machine begins late finds a writer too.
                try (RandomAccessFile end = new RandomAccessFile(pipe.toFile(), "rw")) {
                    end.write(new byte[1_000]);
                    awaitEnd(app, reads);
                }
            }
            awaitEnd(app, held);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "opens from Java 24 on")
    void initializersThatWaitFreezeNothing(boolean open, CapturedOutput output) throws Exception {
        try (WebApp app = WebApp.start(Slow.class, MAX, EXCEED)) {
            List<CompletableFuture<String>> held = open ? opened(app) : List.of();
            List<CompletableFuture<String>> initializing = new ArrayList<>(send(app, open ? "/second" : "/first", 4));
            try {
                await().until(Slowness.initializing::hasQueuedThreads);
                answers(app);
                if (open) {
                    awaitClosing(app, output, () -> initializing.add(app.getLater("/second")));
                    assertThat(output).contains("Slowness.initialize");
                }
            } finally {
                Slowness.initializing.release();
                app.context.getBean(Slowness.class).virtualGate.countDown();
            }
            awaitEnd(app, initializing);
            awaitEnd(app, held);
        }
    }

    private static void answers(WebApp app) throws Exception {
        for (int i = 0; i < 50; i++) {
            assertThat(app.getLater("/kind").get(30, TimeUnit.SECONDS)).isIn("platform", "virtual");
        }
    }

    /** @param more keeps one more carrier: on a busy machine the pool may have taken back a request that was to keep one */
    private static void awaitClosing(WebApp app, CapturedOutput output, Runnable more) throws Exception {
        await().until(() -> {
            if (app.getLater("/kind").get(30, TimeUnit.SECONDS).equals("virtual")) {
                more.run();
            }
            return output.getOut().contains("carrier threads are stuck");
        });
        await().until(() -> pool(app).status().threads().equals("pool"));
        answers(app);
    }

    private static void awaitEnd(WebApp app, List<CompletableFuture<String>> answers) throws Exception {
        for (CompletableFuture<String> answer : answers) {
            assertThat(answer.get(1, TimeUnit.MINUTES)).isNotEmpty();
        }
        await().until(() ->
                pool(app).getSubmittedCount() == 0 && pool(app).running().isEmpty());
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "opens from Java 24 on")
    void requestsOnVirtualThreadsAreInterruptedWhenTomcatStops() {
        WebApp app = WebApp.start(Slow.class, MAX, EXCEED, "server.shutdown=immediate");
        opened(app);
        FittingPool pool = pool(app);
        app.context.close();
        await().until(() -> pool.running().isEmpty());
    }

    /** Opens it by requests that wait, those on virtual threads until the test releases them. */
    private static List<CompletableFuture<String>> opened(WebApp app) {
        Slowness held = app.context.getBean(Slowness.class);
        List<CompletableFuture<String>> answers = send(app, "/hold", 40);
        await().until(() -> held.held.availablePermits() == 40);
        assertThat(pool(app).status().threads()).isEqualTo("virtual threads");
        held.platformGate.countDown();
        await().until(() -> pool(app).getSubmittedCount() == 0);
        return answers;
    }

    private static FittingPool pool(WebApp app) {
        return (FittingPool) app.protocol().getExecutor();
    }

    private static List<CompletableFuture<String>> send(WebApp app, String path, int requests) {
        return IntStream.range(0, requests).mapToObj(n -> app.getLater(path)).toList();
    }

    @Configuration(proxyBeanMethods = false)
    @Import({WebApp.App.class, Slowness.class})
    static class Slow {}

    @RestController
    static class Slowness {

        static final Semaphore initializing = new Semaphore(0);

        final Semaphore held = new Semaphore(0);

        final CountDownLatch platformGate = new CountDownLatch(1);

        final CountDownLatch virtualGate = new CountDownLatch(1);

        final Semaphore scarce = new Semaphore(0);

        @GetMapping("/hold")
        String hold() throws InterruptedException {
            held.release();
            (WebApp.kind().equals("virtual") ? virtualGate : platformGate).await();
            return "held";
        }

        @GetMapping("/scarce")
        String scarce() throws InterruptedException {
            scarce.acquire();
            return WebApp.kind();
        }

        @GetMapping("/compute")
        String compute() {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20);
            long steps = 0;
            while (System.nanoTime() < end) {
                steps++;
            }
            return String.valueOf(steps);
        }

        @GetMapping("/read")
        String read(@RequestParam String file) throws java.io.IOException {
            try (var in = new java.io.FileInputStream(file)) {
                return String.valueOf(in.read());
            }
        }

        @GetMapping("/first")
        String first() {
            return First.VALUE;
        }

        @GetMapping("/second")
        String second() {
            return Second.VALUE;
        }

        static String initialize() {
            initializing.acquireUninterruptibly();
            return "initialized";
        }
    }

    static class First {
        static final String VALUE = Slowness.initialize();
    }

    static class Second {
        static final String VALUE = Slowness.initialize();
    }
}
