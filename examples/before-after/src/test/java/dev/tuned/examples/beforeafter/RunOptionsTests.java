/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.run.Plan;
import dev.tuned.bench.run.WarmUp;
import dev.tuned.examples.beforeafter.catalog.Repository;
import dev.tuned.examples.beforeafter.catalog.StarterExperiments;
import dev.tuned.examples.beforeafter.row.Column;
import dev.tuned.examples.beforeafter.row.Columns;
import dev.tuned.examples.beforeafter.row.Row;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class RunOptionsTests {

    private final RunOptions options = new RunOptions();

    private Plan plan() {
        return options.plan(StarterExperiments.listed(new Repository(Path.of(""))));
    }

    @Test
    void thePlanNamesWhatEachVariantIsStartedWith() {
        options.workloads = List.of("upload-5k", "slow-1s");
        assertThat(plan().settings())
                .containsEntry("stock", "catalog-stock.jar")
                .containsEntry("dependency alone", "catalog-tuned.jar")
                .containsEntry("web.mode=auto", "catalog-tuned.jar --tuned.threads.web.mode=auto");
    }

    @Test
    void aDefaultRunHasTwoRowsForEachStarterAndNoWorkload() {
        assertThat(options.rows().stream().collect(Collectors.groupingBy(Row::starter, Collectors.counting())))
                .containsOnlyKeys("upload", "logging", "cache", "threads")
                .allSatisfy((starter, rows) -> assertThat(rows).isEqualTo(2));
        assertThat(options.measuresWorkloads()).isFalse();
        options.full = true;
        assertThat(options.rows()).hasSizeGreaterThan(8);
        assertThat(options.measuresWorkloads()).isTrue();
    }

    @Test
    void workloadsAloneHaveNoRows() {
        options.workloads = List.of("orders");
        assertThat(options.rows()).isEmpty();
        assertThat(options.measuresWorkloads()).isTrue();
    }

    private static List<Column> columns() {
        return new Columns(new Repository(Path.of("")), JavaRuntime.newest()).ofLogging();
    }

    @Test
    void inAnARunAllColumnsAreStock() {
        options.after = "stock";
        List<Column> columns = options.columns(columns());
        assertThat(columns).extracting(Column::name).containsExactly("stock", "best property", "tuned");
        assertThat(columns)
                .extracting(Column::jar)
                .containsOnly(columns().get(0).jar());
        assertThat(columns).extracting(Column::arguments).containsOnly(List.of());
    }

    @Test
    void aPropertyOrArgumentsTakeThePlaceOfTuned() {
        options.after = "property";
        assertThat(options.columns(columns()).get(2).arguments())
                .isEqualTo(columns().get(1).arguments());
        options.after = "tuned";
        options.argsAfter = "--tuned.logging.enabled=false";
        options.heap = "96m";
        assertThat(options.columns(columns()).get(2).arguments()).containsExactly("--tuned.logging.enabled=false");
        assertThat(options.columns(columns())).extracting(Column::heap).containsOnly("96m");
    }

    @Test
    void furtherArgumentsAreInTheNameOfTheirVariant() {
        options.workloads = List.of("upload-5k", "slow-1s");
        options.argsAfter = "--tuned.upload.enabled=false";
        assertThat(plan().settings())
                .containsEntry(
                        "dependency alone with --tuned.upload.enabled=false",
                        "catalog-tuned.jar --tuned.upload.enabled=false")
                .containsEntry(
                        "web.mode=auto with --tuned.upload.enabled=false",
                        "catalog-tuned.jar --tuned.upload.enabled=false --tuned.threads.web.mode=auto");
    }

    @Test
    void onlyFullRunsWarmUpForAMinute() {
        options.workloads = List.of("upload-5k");
        assertThat(plan().warmUp()).isEqualTo(WarmUp.ONCE);
        options.full = true;
        assertThat(plan().warmUp().least()).hasMinutes(1);
        options.workloads = List.of("orders");
        assertThat(plan().warmUp().least()).hasMinutes(1);
        assertThat(plan().experiments()).hasSize(2);
        assertThat(plan().launches()).isEqualTo(5);
    }

    @Test
    void stockAgainstItselfIsNamedSo() {
        options.after = "stock";
        options.workloads = List.of("hello");
        assertThat(plan().settings())
                .containsEntry("stock again", "catalog-stock.jar")
                .hasSize(2);
    }
}
