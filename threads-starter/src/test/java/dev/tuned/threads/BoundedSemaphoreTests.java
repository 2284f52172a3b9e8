/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class BoundedSemaphoreTests {

    private final BoundedSemaphore permits = new BoundedSemaphore(Bound.of(1));

    private final Permit running = enter();

    private final Permit waiting = enter();

    /** The close gives up who waits, and another's end lets him run, while he has just seen that he is interrupted. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoIsInterruptedHasAPermitOnlyIfItWasGranted(boolean granted) {
        CompletableFuture<Boolean> mayRun = new CompletableFuture<>();
        Consumer<Permit> meanwhile =
                granted ? ticket -> this.permits.release(this.running) : ticket -> this.permits.giveUp(ticket);
        Thread thread = new Thread(() -> mayRun.complete(this.permits.await(this.waiting))) {
            @Override
            public boolean isInterrupted() {
                meanwhile.accept(BoundedSemaphoreTests.this.waiting);
                return true;
            }
        };
        thread.start();
        assertThat(mayRun.orTimeout(1, TimeUnit.MINUTES).join()).isEqualTo(granted);
    }

    private Permit enter() {
        return Objects.requireNonNull(this.permits.enter());
    }
}
