/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.tuned.threads.pinning.PinnedReason;
import dev.tuned.threads.pinning.PinningListener;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class PinningListenersTests {

    @Test
    void oneThatFailsIsLoggedOnceAndStopsNoOther(CapturedOutput output) {
        List<PinnedReason> told = new ArrayList<>();
        PinningListener failing = (reason, duration) -> {
            throw new IllegalStateException("no room");
        };
        PinningListeners listeners = new PinningListeners(List.of(failing, (reason, duration) -> told.add(reason)));
        listeners.pinned(PinnedReason.NATIVE, Duration.ofMillis(30));
        listeners.pinned(PinnedReason.OTHER, Duration.ofMillis(30));
        assertThat(told).containsExactly(PinnedReason.NATIVE, PinnedReason.OTHER);
        assertThat(output).containsOnlyOnce("IllegalStateException: no room");
    }
}
