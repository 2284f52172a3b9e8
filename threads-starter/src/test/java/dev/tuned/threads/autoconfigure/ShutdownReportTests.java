/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class ShutdownReportTests {

    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void afterAGracefulShutdownARequestThatIsJustEndingIsNotNamed(CapturedOutput output) {
        new ShutdownReport(this::endsAfterOneLook, true).stop();
        assertThat(this.looks).hasValue(2);
        assertThat(output).doesNotContain("gives up");
    }

    @Test
    void anImmediateShutdownNamesWhatItFindsAndDoesNotWait(CapturedOutput output) {
        new ShutdownReport(this::endsAfterOneLook, false).stop();
        assertThat(this.looks).hasValue(1);
        assertThat(output).contains("shutdown gives up requests in flight: 1, of them GET /slow (1)");
    }

    private List<String> endsAfterOneLook() {
        return (this.looks.incrementAndGet() == 1) ? List.of("GET /slow") : List.of();
    }
}
