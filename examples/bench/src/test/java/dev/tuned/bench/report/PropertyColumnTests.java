/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.report.SampleResults.Sample;
import dev.tuned.bench.result.Alternative;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.statistics.ClaimVerdict;
import dev.tuned.bench.statistics.Metric;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class PropertyColumnTests {

    private static final ComparisonResult ROW = new Sample("threads", "slow")
            .claim(Metric.RATE, 1.7, 3.0, 2.9, 3.1, ClaimVerdict.CONFIRMED, null)
            .beside("spring.threads.virtual.enabled=true", "a limit where you want one")
            .build();

    private static String words(double ratio, @Nullable Double low, @Nullable Double high) {
        Results results = SampleResults.empty()
                .with(
                        ROW,
                        new Sample("threads: the property", "slow")
                                .variants("stock", Alternative.COLUMN)
                                .metric(Metric.RATE, 3.01, 2.9, 3.1)
                                .build(),
                        new Sample("threads: beyond the property", "slow")
                                .variants(Alternative.COLUMN, "tuned")
                                .metric(Metric.RATE, ratio, low, high)
                                .build())
                .build();
        PropertyColumn column = PropertyColumn.of(results, ROW);
        assertThat(column).isNotNull();
        return column.words();
    }

    @Test
    void wherePropertyDoesAsWellItIsToBeSet() {
        assertThat(words(1.0, 0.99, 1.01))
                .isEqualTo("spring.threads.virtual.enabled=true does as well: requests/s ×3.01 of stock’s, and ×1.00"
                        + " [0.99–1.01] of that with the dependency alone. Set the property; what the starter adds: a limit where"
                        + " you want one");
        assertThat(words(0.5, 0.4, 0.6)).contains("does as well");
    }

    @Test
    void whatTheStarterGainsBeyondIsSaid() {
        assertThat(words(1.6, 1.5, 1.7)).startsWith("spring.threads.virtual.enabled=true: requests/s ×3.01 of stock’s");
    }

    @Test
    void whatARunCannotTellIsNotCalledEqual() {
        assertThat(words(1.3, 0.9, 1.9)).contains("could not be told from the starter");
        assertThat(words(1.3, null, null)).contains("could not be told from the starter");
    }

    @Test
    void aPropertyThatWasNotMeasuredIsLeftToTheFullRun() {
        Results alone = SampleResults.empty().with(ROW).build();
        assertThat(PropertyColumn.of(alone, ROW).words())
                .startsWith("spring.threads.virtual.enabled=true is measured by --full");
    }

    @Test
    void whereNoPropertyDoesTheLikeItIsSaid() {
        ComparisonResult row = new Sample("threads", "files")
                .claim(Metric.CPU, 0.9, 0.76, 0.7, 0.8, ClaimVerdict.CONFIRMED, null)
                .beside("", "sendfile")
                .build();
        PropertyColumn column =
                PropertyColumn.of(SampleResults.empty().with(row).build(), row);
        assertThat(column.words()).isEqualTo("no property does the like; what the starter adds: sendfile");
        assertThat(column.brief()).isEqualTo("best property: there is none");
    }

    @Test
    void aRowWithoutAPropertyHasNone() {
        Results results = SampleResults.confirmed().build();
        assertThat(PropertyColumn.of(results, results.comparisons().get(0))).isNull();
    }
}
