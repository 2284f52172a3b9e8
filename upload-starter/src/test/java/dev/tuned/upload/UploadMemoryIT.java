/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.springframework.util.DigestUtils;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Memory for all uploads together. */
class UploadMemoryIT {

    private static final int UPLOADS = 200;

    private static final int SIZE = 1 << 20;

    private static final long BUDGET = 64L << 20;

    @Test
    void manyUploadsAtOnceStayWithinTheBudgetAndSpillWhatIsAboveIt() throws Exception {
        byte[] content = FormData.random(SIZE);
        String digest = DigestUtils.md5DigestAsHex(content);
        ExecutorService clients = Executors.newFixedThreadPool(UPLOADS);
        try (UploadServer server = new UploadServer(
                List.of(Gate.class, Watch.class), "tuned.upload.memory-budget=64MB", "server.tomcat.threads.max=220")) {
            Gate gate = server.bean(Gate.class);
            MemoryBudget memory = server.bean(UploadEngine.class).memory();
            server.bean(Watch.class).memory = memory;
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < UPLOADS; i++) {
                answers.add(clients.submit(() -> server.post("/gate", new FormData().file("file", "a.bin", content))));
            }
            await().until(() -> gate.arrived.get() == UPLOADS);
            // All of them are held now: some in memory, nearly as many as the budget allows, and the others in files.
            assertThat(memory.used()).isBetween(BUDGET - 2 * SIZE, BUDGET);
            long inFiles;
            try (Stream<?> files = Files.list(server.directory())) {
                inFiles = files.count();
            }
            assertThat(inFiles).isBetween(UPLOADS - BUDGET / SIZE, UPLOADS - 1L);
            gate.open.countDown();
            for (Future<String> answer : answers) {
                assertThat(answer.get()).isEqualTo(digest);
            }
            assertThat(server.bean(Watch.class).most.get()).isPositive().isLessThanOrEqualTo(BUDGET);
            await().until(() -> memory.used() == 0);
        } finally {
            clients.shutdownNow();
        }
    }

    /** Holds all uploads until the last one has arrived. */
    @RestController
    static class Gate {

        private final AtomicInteger arrived = new AtomicInteger();

        private final CountDownLatch open = new CountDownLatch(1);

        @PostMapping("/gate")
        String gate(@RequestParam MultipartFile file) throws Exception {
            arrived.incrementAndGet();
            open.await();
            return DigestUtils.md5DigestAsHex(file.getInputStream());
        }
    }

    /** Looks at the memory whenever a part is complete. */
    static class Watch implements UploadListener {

        private final AtomicLong most = new AtomicLong();

        private volatile MemoryBudget memory = new MemoryBudget(0);

        @Override
        public void kept(boolean inMemory, long bytes) {
            most.accumulateAndGet(memory.used(), Math::max);
        }
    }
}
