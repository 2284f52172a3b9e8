/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class ProgressTests {

    @Test
    void whatIsLeftIsEstimatedByWhatIsDone() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        AtomicLong nanos = new AtomicLong(7);
        Progress progress = new Progress(new PrintStream(out, true, StandardCharsets.UTF_8), false, nanos::get);
        progress.progress("starting", 0);
        nanos.addAndGet(30_000_000_000L);
        progress.progress("measuring", 0.25);
        nanos.addAndGet(300_000_000_000L);
        progress.progress("measuring", 0.5);
        nanos.addAndGet(120_000_000_000L);
        progress.progress("measuring", 0.5);
        nanos.addAndGet(300_000_000_000L);
        progress.progress("measuring", 0.5);
        progress.progress("at its end", 1);
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "0 % starting",
                        "25 % measuring, about 90 s left",
                        "50 % measuring, about 6 minutes left",
                        "50 % measuring, about 4 minutes left",
                        "50 % measuring",
                        "100 % at its end");
    }
}
