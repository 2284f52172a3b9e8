/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import dev.tuned.cache.Product;
import dev.tuned.cache.Settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/** A read of L2 that throws before it is under way is not waited for. */
class ThrownReadTests {

    private static final Product PRODUCT = new Product("1", 1);
    private static final String LEVEL = "dev.tuned.cache.remote.RemoteCache";

    private final AtomicBoolean fails = new AtomicBoolean();

    private long now() {
        boolean isLevel = StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(LEVEL)));
        if (isLevel && fails.getAndSet(false)) {
            throw new OutOfMemoryError("no memory");
        }
        return 0;
    }

    @Test
    void readThatThrewIsNotJoined() {
        try (TestRegion node =
                new TestRegion(new TestRegion.Store(), Settings.plain(), builder -> builder.ticker(this::now))) {
            fails.set(true);
            assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> node.region.load("1", () -> PRODUCT));
            assertThat(node.region.pendingCount()).isZero();
            assertThat(assertTimeoutPreemptively(Duration.ofSeconds(30), () -> node.region.load("1", () -> PRODUCT)))
                    .isEqualTo(PRODUCT);
        }
    }
}
