/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class StagesTests {

    private static final List<Variant> STOCK_TUNED = List.of(Variant.STOCK, Variant.TUNED);

    @Test
    void aQuickRunStartsEachVariantOnceForEachKindOfJvmAndForTheOutageAndForEachHalfOfTheLogFamily() {
        List<Stage> stages = stages(Scenarios.names(), STOCK_TUNED, false);

        assertThat(stages)
                .extracting(Stage::jvm)
                .containsExactly(Jvm.COMMON, Jvm.LARGE_BODIES, Jvm.COMMON, Jvm.BOTH_COMPILERS, Jvm.COMMON, Jvm.COMMON);
        assertThat(names(stages.get(0).sides()))
                .containsExactlyInAnyOrder("stock", "stock (control)", "tuned", "tuned adaptive");
        assertThat(names(stages.get(1).sides())).containsExactly("stock", "tuned");
        assertThat(names(stages.get(2).sides())).containsExactly("stock", "tuned");
        assertThat(stages.get(2).trials())
                .extracting(trial -> trial.scenario().name())
                .containsExactly("read-outage");
        assertThat(names(stages.get(4).sides()))
                .containsExactlyInAnyOrder("log-before", "log-off", "log-after", "log-tuned");
        assertThat(names(stages.get(5).sides())).containsExactly("stock", "tuned");
        assertThat(stages.stream()
                        .flatMap(stage -> stage.trials().stream())
                        .flatMap(trial -> trial.comparisons().stream())
                        .map(Comparison::name)
                        .distinct())
                .filteredOn(name -> !name.startsWith("connectors-"))
                .containsExactlyInAnyOrderElementsOf(Scenarios.names().stream()
                        .filter(name -> !name.equals("connectors"))
                        .toList());
    }

    /** Without C2 a processor's instructions for SHA-256 are not used, and the digest hides all else. */
    @Test
    void largeBodiesHaveBothCompilersInAQuickRunToo() {
        assertThat(Jvm.LARGE_BODIES.flags(false)).isEqualTo(Jvm.LARGE_BODIES.flags(true));
        assertThat(Jvm.COMMON.flags(false)).contains("-XX:TieredStopAtLevel=1");
        assertThat(Jvm.COMMON.flags(true)).noneMatch(flag -> flag.startsWith("-XX:Tiered"));
    }

    @Test
    void exactlyOneTrialHasTheControl() {
        for (boolean full : new boolean[] {false, true}) {
            assertThat(trials(stages(Scenarios.names(), STOCK_TUNED, full)))
                    .filteredOn(trial -> trial.control() != null)
                    .hasSize(1);
        }
        assertThat(trials(stages(List.of("log-tuned"), STOCK_TUNED, false)))
                .extracting(trial ->
                        Objects.requireNonNull(trial.control()).candidate().name())
                .containsExactly("log-before (control)");
    }

    @Test
    void aFullRunAddsWhatTellsTheStartersApart() {
        List<Stage> stages = stages(List.of("read-product"), STOCK_TUNED, true);

        assertThat(names(stages.get(0).sides()))
                .containsExactly("stock", "stock (control)", "tuned", "tuned without cache");
    }

    @Test
    void besideTheTunedVariantTheOthersAreThereForReference() {
        List<Trial> trials =
                trials(stages(List.of("upload-5k"), List.of(Variant.NAIVE, Variant.STOCK, Variant.TUNED), false));

        assertThat(trials.get(0).comparisons())
                .extracting(comparison -> comparison.candidate().name() + " "
                        + !comparison.claims().isEmpty())
                .containsExactly("stock false", "tuned true");
    }

    @Test
    void withoutTunedToCompareTheOthersAreHeldToTheClaims() {
        List<Trial> trials = trials(stages(List.of("upload-5k"), List.of(Variant.TUNED, Variant.STOCK), false));

        assertThat(trials.get(0).comparisons().get(0).claims()).isNotEmpty();
    }

    @Test
    void theLoggingOfTheTunedVariantIsMeasuredAlone() {
        Side tuned = stages(List.of("log-tuned"), STOCK_TUNED, false).get(0).sides().stream()
                .filter(side -> side.variant() == Variant.TUNED)
                .findFirst()
                .orElseThrow();

        assertThat(tuned.arguments())
                .contains(
                        "--logging.config=classpath:logback-s2-before.xml",
                        "--tuned.upload.enabled=false",
                        "--tuned.cache.enabled=false",
                        "--tuned.threads.enabled=false");
    }

    @Test
    void theTunedLogIsHeldAgainstNoLogAtAll() {
        List<Comparison> comparisons =
                trials(stages(List.of("log-limit"), STOCK_TUNED, false)).get(0).comparisons();

        assertThat(comparisons).singleElement().satisfies(limit -> {
            assertThat(limit.baseline().name()).isEqualTo("log-off");
            assertThat(limit.candidate().name()).isEqualTo("log-tuned");
            assertThat(limit.claims()).hasSize(2);
        });
    }

    @Test
    void consoleAndFileAreWrittenByBothSidesOfATrial() {
        assertThat(stages(List.of("log-long"), STOCK_TUNED, false).get(0).sides())
                .isNotEmpty()
                .allSatisfy(side -> {
                    assertThat(side.logFile()).hasValue("application.log");
                    assertThat(side.arguments()).noneMatch(argument -> argument.startsWith("--logging.config"));
                });
    }

    @Test
    void entriesAreSoonPastTheirTimeWhereCouchbaseGoesAwayAndNothingElseIsSet() {
        List<Side> sides =
                stages(List.of("read-outage"), STOCK_TUNED, false).get(0).sides();

        assertThat(sides)
                .filteredOn(side -> side.variant() == Variant.STOCK)
                .isNotEmpty()
                .allSatisfy(side -> assertThat(side.arguments()).isEmpty());
        assertThat(sides)
                .filteredOn(side -> side.variant() == Variant.TUNED)
                .isNotEmpty()
                .allSatisfy(side -> assertThat(side.arguments()).containsExactly("--tuned.cache.defaults.l1.ttl=1s"));
    }

    @Test
    void whatOnlyAFullRunHasIsAScenarioAndNoneThatAStarterIsKnownBy() {
        assertThat(Scenarios.names()).containsAll(Scenarios.fullOnly());
        assertThat(Scenarios.fullOnly())
                .isNotEmpty()
                .doesNotContain("hello", "upload-5k", "log-tuned", "read-product", "static-100k", "slow-downstream");
    }

    @Test
    void aSlowDownstreamIsHeldAgainstBootsVirtualThreadsToo() {
        List<Comparison> comparisons = trials(stages(List.of("slow-downstream"), STOCK_TUNED, false))
                .get(0)
                .comparisons();

        assertThat(comparisons).anySatisfy(comparison -> {
            assertThat(comparison.baseline().arguments()).containsExactly("--spring.threads.virtual.enabled=true");
            assertThat(comparison.baseline().variant()).isEqualTo(Variant.STOCK);
            assertThat(comparison.candidate()).isEqualTo(Side.of(Variant.TUNED));
            assertThat(comparison.claims()).isNotEmpty();
        });
    }

    @Test
    void aQuickRunOfManyLeavesOutWhatThreeMinutesAreNotEnoughFor() {
        List<String> many = List.of("hello", "upload-5k", "read-product", "static-100k", "slow-downstream");
        List<String> few = List.of("static-100k", "slow-downstream");

        assertThat(stages(many, STOCK_TUNED, false)).singleElement().satisfies(stage -> {
            assertThat(stage.jvm()).isEqualTo(Jvm.COMMON);
            assertThat(names(stage.sides())).contains("stock").doesNotContain("stock virtual");
        });
        for (List<Stage> stages : List.of(stages(few, STOCK_TUNED, false), stages(few, STOCK_TUNED, true))) {
            assertThat(stages).extracting(Stage::jvm).containsOnly(Jvm.BOTH_COMPILERS);
            assertThat(trials(stages))
                    .flatExtracting(Trial::sides)
                    .extracting(Side::name)
                    .contains("stock virtual");
        }
    }

    @Test
    void underOverloadTunedIsToldOfNoNumber() {
        List<Side> sides =
                stages(List.of("overload"), STOCK_TUNED, false).get(0).sides();

        assertThat(sides)
                .filteredOn(side -> side.variant() == Variant.TUNED)
                .singleElement()
                .extracting(Side::arguments)
                .isEqualTo(List.of("--tuned.threads.web.limit=adaptive"));
    }

    @Test
    void connectorsAreComparedOnPlatformThreadsAndCollectorsByTheFlagsOfTheirJvms() {
        List<Trial> trials = trials(stages(List.of("connectors", "collectors"), STOCK_TUNED, false));

        assertThat(trials)
                .extracting(trial -> trial.scenario().name())
                .containsExactly("connectors-hello", "connectors-slow", "connectors-static", "collectors");
        assertThat(trials.get(0).sides())
                .isNotEmpty()
                .allSatisfy(side -> assertThat(side.arguments()).contains("--tuned.threads.web.mode=platform"));
        assertThat(trials.get(3).sides()).extracting(Side::jvmFlags).contains(List.of("-XX:+UseZGC"));
        assertThat(trials.get(3).sides()).extracting(Side::arguments).containsOnly(List.of());
    }

    @Test
    void noTwoSidesOfAStageShareADirectory() {
        for (boolean full : new boolean[] {false, true}) {
            assertThat(stages(Scenarios.names(), List.of(Variant.values()), full))
                    .isNotEmpty()
                    .allSatisfy(stage -> assertThat(stage.sides())
                            .extracting(Side::directory)
                            .doesNotHaveDuplicates());
        }
    }

    @Test
    void theLogFamilyNeedsStock() {
        List<Variant> variants = List.of(Variant.NAIVE, Variant.TUNED);

        assertThat(Stages.cover(new Selection(List.of("log-off"), variants, false)))
                .isFalse();
        assertThat(Stages.cover(new Selection(List.of("hello"), variants, false)))
                .isTrue();
    }

    private List<Stage> stages(List<String> scenarios, List<Variant> variants, boolean full) {
        return Stages.of(new Selection(scenarios, variants, full));
    }

    private static List<Trial> trials(List<Stage> stages) {
        return stages.stream().flatMap(stage -> stage.trials().stream()).toList();
    }

    private static Stream<String> names(List<Side> sides) {
        return sides.stream().map(Side::name);
    }
}
