/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.run.Plan;
import dev.tuned.bench.run.WarmUp;
import dev.tuned.examples.beforeafter.catalog.Repository;
import dev.tuned.examples.beforeafter.catalog.StarterExperiments;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class RunOptionsTests {

    private final RunOptions options = new RunOptions();

    private Plan plan() {
        return options.plan(StarterExperiments.listed(new Repository(Path.of(""))), null);
    }

    @Test
    void thePlanNamesWhatEachVariantIsStartedWith() {
        assertThat(plan().settings())
                .containsEntry("stock", "catalog-stock.jar")
                .containsEntry("dependency alone", "catalog-tuned.jar")
                .containsEntry("web.mode=auto", "catalog-tuned.jar --tuned.threads.web.mode=auto")
                .hasSize(3);
    }

    @Test
    void furtherArgumentsAreInTheNameOfTheirVariant() {
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
        assertThat(plan().settings())
                .containsEntry("stock again", "catalog-stock.jar")
                .hasSize(2);
    }
}
