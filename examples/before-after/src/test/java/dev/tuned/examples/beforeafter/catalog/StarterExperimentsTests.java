/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.process.Variant;
import dev.tuned.bench.run.Comparison;
import dev.tuned.bench.run.Experiment;
import dev.tuned.bench.run.Workload;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class StarterExperimentsTests {

    private static final Path PLACE = Path.of("repository");

    private static final Variants VARIANTS = new Variants(new Repository(PLACE), PLACE);

    private static final StarterExperiments EXPERIMENTS = StarterExperiments.listed(VARIANTS.repository());

    @Test
    void onlyTheRowsOfRequestsThatWaitHaveAPoolThatGrowsAndTheySaySo() {
        List<Comparison> growing = EXPERIMENTS.full(VARIANTS.dependency()).stream()
                .flatMap(experiment -> experiment.comparisons().stream())
                .filter(row -> row.after().equals("web.mode=auto"))
                .toList();
        assertThat(growing)
                .extracting(Comparison::title)
                .containsExactly("threads", "threads: beyond the property", "threads, 50 ms");
        assertThat(growing)
                .allSatisfy(row -> assertThat(row.workload().what()).contains("tuned.threads.web.mode=auto"));
    }

    @Test
    void aFullRunHasTheColumnOfPropertiesForEachRow() {
        Experiment rows = EXPERIMENTS.full(VARIANTS.dependency()).get(0);
        assertThat(rows.variants())
                .extracting(Variant::name)
                .containsExactly("stock", "best property", "dependency alone", "web.mode=auto");
        assertThat(rows.comparisons())
                .extracting(Comparison::after)
                .filteredOn(Variants.PROPERTY::equals)
                .hasSize(3);
        assertThat(rows.comparisons())
                .extracting(Comparison::before)
                .filteredOn(Variants.PROPERTY::equals)
                .hasSize(3);
    }

    @Test
    void noVariantHasAnotherSettingOfTheStarters() {
        assertThat(EXPERIMENTS.full(VARIANTS.dependency()))
                .hasSizeGreaterThan(3)
                .flatExtracting(Experiment::variants)
                .flatExtracting(Variant::arguments)
                .isNotEmpty()
                .filteredOn(argument -> argument.startsWith("--tuned."))
                .containsOnly("--tuned.threads.web.mode=auto");
    }

    @Test
    void sameWorkloadsAreComparedInAllFourColumns() {
        List<Experiment> full = EXPERIMENTS.full(VARIANTS.dependency());
        assertThat(full.get(1).variants())
                .extracting(Variant::name)
                .containsExactly("stock", "as the reports found it");
        assertThat(full.get(0).workloads())
                .extracting(Workload::name)
                .containsAll(
                        full.get(1).workloads().stream().map(Workload::name).toList());
    }
}
