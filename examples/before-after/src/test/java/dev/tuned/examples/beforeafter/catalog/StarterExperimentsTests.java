/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.nio.file.Path;
import java.util.List;

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

    private static StarterExperiments on(int javaFeature) {
        return StarterExperiments.listed(VARIANTS.repository(), javaFeature);
    }

    @Test
    void stockAndDependencyHaveNoSettings() {
        Experiment standard = on(25).standard(VARIANTS.dependency());
        assertThat(standard.variants()).extracting(Variant::name).containsExactly("stock", "dependency alone");
        assertThat(standard.variants())
                .extracting(Variants::settings)
                .containsExactly("catalog-stock.jar", "catalog-tuned.jar");
    }

    @Test
    void everyRowNamesWhatAPropertyDoes() {
        assertThat(on(25).standard(VARIANTS.dependency()).comparisons())
                .hasSize(4)
                .allSatisfy(row -> assertThat(row.alternative()).isNotNull());
    }

    @Test
    void onlyWhereVirtualThreadsMayWaitAreRequestsThatWaitClaimed() {
        assertThat(workloads(on(25))).containsExactly("upload-5k", "orders", "slow-1s", "products-19ms");
        assertThat(workloads(on(24))).contains("slow-1s");
        assertThat(workloads(on(17))).containsExactly("upload-5k", "orders", "files-100k", "products-19ms");
        assertThat(workloads(on(21))).doesNotContain("slow-1s");
    }

    private static List<String> workloads(StarterExperiments experiments) {
        return experiments.standard(VARIANTS.dependency()).workloads().stream()
                .map(Workload::name)
                .toList();
    }

    @Test
    void aFullRunHasTheColumnOfPropertiesForEachRow() {
        Experiment rows = on(25).full(VARIANTS.dependency()).get(0);
        assertThat(rows.variants())
                .extracting(Variant::name)
                .containsExactly("stock", "best property", "dependency alone");
        assertThat(rows.comparisons())
                .extracting(Comparison::after)
                .filteredOn(Variants.PROPERTY::equals)
                .hasSize(4);
        assertThat(rows.comparisons())
                .extracting(Comparison::before)
                .filteredOn(Variants.PROPERTY::equals)
                .hasSize(4);
    }

    @Test
    void noVariantHasASettingOfTheStarters() {
        assertThat(on(25).full(VARIANTS.dependency()))
                .hasSizeGreaterThan(3)
                .flatExtracting(Experiment::variants)
                .flatExtracting(Variant::arguments)
                .isNotEmpty()
                .noneMatch(argument -> argument.startsWith("--tuned."));
    }

    @Test
    void sameWorkloadsAreComparedInAllFourColumns() {
        List<Experiment> full = on(25).full(VARIANTS.dependency());
        assertThat(full.get(1).variants())
                .extracting(Variant::name)
                .containsExactly("stock", "as the reports found it");
        assertThat(full.get(0).workloads())
                .extracting(Workload::name)
                .containsAll(
                        full.get(1).workloads().stream().map(Workload::name).toList());
    }
}
