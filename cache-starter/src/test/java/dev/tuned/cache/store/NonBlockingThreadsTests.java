/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import com.couchbase.client.core.deps.io.netty.util.concurrent.DefaultThreadFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Which threads are Couchbase's is known by their class or by what they did, and not by their name. */
class NonBlockingThreadsTests {

    private final ExecutorService anybodys = Executors.newSingleThreadExecutor(task -> new Thread(task, "cb-worker-1"));
    private final ExecutorService clients = Executors.newSingleThreadExecutor(new DefaultThreadFactory("io", true));

    @AfterEach
    void stop() {
        anybodys.shutdownNow();
        clients.shutdownNow();
    }

    @Test
    void threadOfTheClientsClassIsKnown() throws Exception {
        assertThat(clients.submit(NonBlockingThreads::isCurrent).get()).isTrue();
    }

    @Test
    void threadWithTheNameOfOneIsNotTakenForIt() throws Exception {
        assertThat(anybodys.submit(NonBlockingThreads::isCurrent).get()).isFalse();
    }

    @Test
    void threadThatDeliveredAnAnswerIsKnownInTheAnswersDependentsToo() throws Exception {
        CompletableFuture<String> operation = new CompletableFuture<>();
        CompletableFuture<Boolean> seen =
                NonBlockingThreads.marking(operation).thenApply(answer -> NonBlockingThreads.isCurrent());
        Future<?> delivery = anybodys.submit(() -> operation.complete("answer"));
        delivery.get();
        assertThat(seen.get()).isTrue();
        assertThat(anybodys.submit(NonBlockingThreads::isCurrent).get()).isTrue();
    }

    @Test
    void threadThatAsksIsNone() {
        CompletableFuture<Boolean> seen = NonBlockingThreads.marking(CompletableFuture.completedFuture("at once"))
                .thenApply(answer -> NonBlockingThreads.isCurrent());
        assertThat(seen).isCompletedWithValue(false);
        assertThat(NonBlockingThreads.isCurrent()).isFalse();
    }
}
