/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.show;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.statistics.Metric;
import dev.tuned.examples.beforeafter.catalog.Catalog;
import dev.tuned.examples.beforeafter.catalog.LoadWorkload;
import dev.tuned.examples.beforeafter.show.Row.State;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class RowTests {

    private final Row row = new Row(
            "Hello",
            LoadWorkload.closed("hello", "GET", Catalog::hello, 1, 1, 1),
            List.of(Metric.RATE, Metric.CPU, Metric.P99));

    @Test
    void aRowThatWaitsOrRunsIsNotQueuedAgain() {
        assertThat(row.queue()).isTrue();
        assertThat(row.queue()).isFalse();
        row.enter(State.RUNNING, "warming up");
        assertThat(row.queue()).isFalse();
        row.enter(State.DONE, "");
        assertThat(row.queue()).isTrue();
    }

    @Test
    void whatItIsAboutStandsFirstAndWhatIsNotMeasuredIsLeftOut() {
        row.add(figures(100, 20), figures(200, 10));
        assertThat(row.view(4).figures())
                .extracting(Figure::label)
                .containsExactly(Metric.RATE.label(), Metric.CPU.label());
    }

    @Test
    void anotherRunBeginsWithNothing() {
        row.add(figures(100, 20), figures(200, 10));
        row.enter(State.FAILED, "stock has ended");
        assertThat(row.view(4).note()).isEqualTo("stock has ended");
        row.queue();
        Row.View view = row.view(4);
        assertThat(view.figures()).isEqualTo(List.of());
        assertThat(view.done()).isZero();
        assertThat(view.note()).isEmpty();
        assertThat(view.state()).isEqualTo("queued");
    }

    private static Map<String, Double> figures(double rate, double cpu) {
        return Map.of(Metric.RATE.key(), rate, Metric.CPU.key(), cpu);
    }
}
