/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.run.Comparison;
import dev.tuned.bench.run.Experiment;
import dev.tuned.bench.run.Variant;
import dev.tuned.bench.run.Workload;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class StarterExperimentsTests {

    private static final Path PLACE = Path.of("repository");

    private static final Variants VARIANTS = new Variants(new Repository(PLACE), PLACE);

    private static final StarterExperiments EXPERIMENTS = StarterExperiments.listed(VARIANTS.repository());

    @Test
    void stockAndDependencyHaveNoSettings() {
        Experiment standard = EXPERIMENTS.standard(VARIANTS.dependency());
        assertThat(standard.variants())
                .extracting(Variant::name)
                .containsExactly("stock", "dependency alone", "web.mode=auto");
        assertThat(standard.variants())
                .extracting(Variants::settings)
                .containsExactly(
                        "catalog-stock.jar", "catalog-tuned.jar", "catalog-tuned.jar --tuned.threads.web.mode=auto");
    }

    @Test
    void everyRowNamesWhatAPropertyDoes() {
        assertThat(EXPERIMENTS.standard(VARIANTS.dependency()).comparisons())
                .hasSize(3)
                .allSatisfy(row -> assertThat(row.alternative()).isNotNull());
    }

    @Test
    void everyStarterButTheCachesHasARow() {
        assertThat(EXPERIMENTS.standard(VARIANTS.dependency()).workloads())
                .extracting(Workload::name)
                .containsExactly("upload-5k", "orders", "slow-1s");
    }

    @Test
    void onlyTheRowsOfRequestsThatWaitHaveAPoolThatGrowsAndTheySaySo() {
        List<Comparison> growing = Stream.concat(
                        Stream.of(EXPERIMENTS.standard(VARIANTS.dependency())),
                        EXPERIMENTS.full(VARIANTS.dependency()).stream())
                .flatMap(experiment -> experiment.comparisons().stream())
                .filter(row -> row.after().equals("web.mode=auto"))
                .toList();
        assertThat(growing)
                .extracting(Comparison::title)
                .containsExactly("threads", "threads", "threads: beyond the property", "threads, 50 ms");
        assertThat(growing)
                .allSatisfy(row -> assertThat(row.workload().what()).contains("tuned.threads.web.mode=auto"));
    }

    @Test
    void aRunOfStockAgainstItselfHasNoThirdVariant() {
        Variant again = VARIANTS.stock().named("stock again");
        Experiment standard = EXPERIMENTS.standard(again);
        assertThat(standard.variants()).extracting(Variant::name).containsExactly("stock", "stock again");
        assertThat(standard.comparisons()).extracting(Comparison::after).containsOnly("stock again");
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
