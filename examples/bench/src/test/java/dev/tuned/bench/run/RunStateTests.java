/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.process.Variant;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class RunStateTests {

    private final RunState state = new RunState(
            Plan.of(
                    List.of(new Experiment(
                            "one", List.of(new Variant("stock", Path.of("a.jar"), List.of(), List.of())), List.of())),
                    3,
                    "/"),
            new Machine(2, 1024, "Linux", "25", "", "25", 0),
            null,
            "before-after",
            null);

    @Test
    void failureOfARunThatGoesOnAfterItsEndCounts() {
        state.finished();
        state.begun();
        state.failed("the service ended");
        assertThat(state.snapshot().problem()).isEqualTo("the service ended");
        assertThat(state.snapshot().outcome()).isEqualTo(Outcome.INVALID);
    }

    @Test
    void interruptionBeforeTheBeginIsKept() {
        state.failed("interrupted");
        state.begun();
        assertThat(state.snapshot().problem()).isEqualTo("interrupted");
    }

    @Test
    void servicesThatEndAfterAnInterruptionAreNotTheReason() {
        state.failed("interrupted");
        state.failed("before ended with exit code 143");
        assertThat(state.snapshot().problem()).isEqualTo("interrupted");
    }

    @Test
    void nothingFailsAfterTheEnd() {
        state.finished();
        state.failed("interrupted");
        assertThat(state.snapshot().problem()).isNull();
    }

    @Test
    void passwordsOfALogThatAReasonQuotesAreNotRepeated() {
        state.failed("ended; the end of its log: --db.password=s3cret postgresql://me:s3cret@db");
        assertThat(state.snapshot().problem())
                .isEqualTo("ended; the end of its log: --db.password=HIDDEN postgresql://HIDDEN@db");
    }
}
