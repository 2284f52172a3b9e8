/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.soak;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class SoakResultTests {

    private static final Sample FIRST = new Sample(100L << 20, 50, 80, 0);

    private final Ledger uploads = new Ledger("uploads");

    @BeforeEach
    void anUploadWasAnswered() {
        uploads.done.increment();
    }

    @Test
    void nothingLostAndNothingGrownIsNoProblem() {
        uploads.refused.increment();
        SoakResult result = result(new LogLines(10, 2, 0), 2, new Sample(120L << 20, 60, 90, 0));
        assertThat(result.problems()).isEmpty();
        assertThat(result.markdown()).contains("| uploads | 1 | 1 | 0 | 0 |").contains("Nothing lost, nothing grown.");
    }

    @Test
    void aRequestWithoutAnAnswerIsOne() {
        uploads.unanswered("closed without an answer");
        assertThat(result(new LogLines(0, 0, 0), 0, FIRST).problems())
                .containsExactly("uploads: closed without an answer");
    }

    @Test
    void aChangedUploadIsOne() {
        uploads.lost("another digest");
        assertThat(result(new LogLines(0, 0, 0), 0, FIRST).problems()).containsExactly("uploads: another digest");
    }

    @Test
    void aLineThatWasNeitherWrittenNorCountedIsOne() {
        assertThat(result(new LogLines(10, 3, 0), 2, FIRST).problems())
                .containsExactly("log lines: 3 missing, 2 counted as dropped");
    }

    @Test
    void whatGrowsIsOne() {
        assertThat(result(new LogLines(0, 0, 0), 0, new Sample(200L << 20, 70, 100, 1))
                        .problems())
                .hasSize(4)
                .anySatisfy(text -> assertThat(text).startsWith("heap"))
                .anySatisfy(text -> assertThat(text).startsWith("temporary files: 1"));
    }

    @Test
    void aKindOfRequestThatWasNeverAnsweredIsOne() {
        SoakResult result = new SoakResult(
                "", List.of(new Ledger("orders")), new LogLines(0, 0, 0), 0, Map.of(), List.of(FIRST), 0, 1, List.of());
        assertThat(result.problems()).containsExactly("orders: none was answered as asked");
    }

    @Test
    void refusalsAreNoAnswers() {
        Ledger reads = new Ledger("product reads");
        reads.refused.add(213);
        SoakResult result =
                new SoakResult("", List.of(reads), new LogLines(0, 0, 0), 0, Map.of(), List.of(FIRST), 0, 1, List.of());
        assertThat(result.problems()).containsExactly("product reads: none was answered as asked, all were refused");
        reads.done.add(212);
        assertThat(result.problems()).containsExactly("product reads: more were refused (213) than answered (212)");
    }

    private SoakResult result(LogLines lines, long counted, Sample last) {
        return new SoakResult("", List.of(uploads), lines, counted, Map.of(), List.of(FIRST, last), 0, 1, List.of());
    }
}
