/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.show;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.statistics.Metric;
import dev.tuned.examples.beforeafter.show.Figure.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class FigureTests {

    private static final double[] NOISE = {100, 140, 90, 120};

    @Test
    void oneSliceOfEachTellsNothing() {
        Figure figure = Figure.of(Metric.CPU, new double[] {100}, new double[] {10});
        assertThat(figure.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(figure.stock()).isEqualTo(new Figure.Bar(100, 100, 100));
    }

    @Test
    void aBarHasTheIntervalOfItsSlices() {
        assertThat(Figure.of(Metric.CPU, NOISE, NOISE).stock()).isEqualTo(new Figure.Bar(112.5, 90, 140));
    }

    @Test
    void noiseIsNotToldApart() {
        Figure figure = Figure.of(Metric.CPU, NOISE, new double[] {120, 95, 130, 100});
        assertThat(figure.verdict()).isEqualTo(Verdict.NOT_TOLD_APART);
        assertThat(figure.text()).startsWith("not told apart: \u00d7");
    }

    /** What a machine does for a while hits both slices of a pair. */
    @Test
    void pairsAreComparedWithEachOther() {
        double[] stock = {100, 1000, 300, 50};
        double[] tuned = {50, 510, 149, 25};
        assertThat(Figure.of(Metric.CPU, stock, tuned).verdict()).isEqualTo(Verdict.BETTER);
        assertThat(Figure.of(Metric.RATE, stock, tuned).verdict()).isEqualTo(Verdict.WORSE);
        assertThat(Figure.of(Metric.RATE, tuned, stock).verdict()).isEqualTo(Verdict.BETTER);
    }

    @Test
    void ratiosFarFromOneAreToldApart() {
        Figure figure = Figure.of(Metric.P50, new double[] {25, 390, 30, 28}, new double[] {1, 4, 1, 1.2});
        assertThat(figure.verdict()).isEqualTo(Verdict.BETTER);
        assertThat(figure.text()).matches("better: \u00d70\\.\\d+ \\(0\\.\\d+ to 0\\.\\d+\\)");
    }

    @Test
    void whereThereIsNoneTheDifferenceCounts() {
        double[] none = {0, 0, 0};
        assertThat(Figure.of(Metric.TEMP_FILES, new double[] {2, 2, 2}, none).text())
                .isEqualTo("better: 2 \u2192 0");
        assertThat(Figure.of(Metric.ERRORS, none, new double[] {100, 99, 100}).text())
                .isEqualTo("worse: 0 \u2192 99.7");
        assertThat(Figure.of(Metric.ERRORS, none, none).text()).isEqualTo("not told apart: 0 \u2192 0");
    }
}
