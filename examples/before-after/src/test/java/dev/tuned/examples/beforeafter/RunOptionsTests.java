/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.run.Plan;
import dev.tuned.examples.beforeafter.catalog.Repository;
import dev.tuned.examples.beforeafter.catalog.StarterExperiments;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class RunOptionsTests {

    private final RunOptions options = new RunOptions();

    private Plan plan() {
        JavaRuntime java = new JavaRuntime(Path.of("java"), Runtime.Version.parse("25.0.3"), "somebody");
        return options.plan(StarterExperiments.listed(new Repository(Path.of(""))), java, null);
    }

    @Test
    void thePlanNamesTheJavaAndWhatEachVariantIsStartedWith() {
        assertThat(plan().subject()).isEqualTo("Java 25");
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
        assertThat(plan().warmUp()).isZero();
        options.full = true;
        assertThat(plan().warmUp()).hasMinutes(1);
        options.workloads = List.of("orders");
        assertThat(plan().warmUp()).hasMinutes(1);
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
