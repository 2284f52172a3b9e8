/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.util.List;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Condition;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.members;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/** The rules between and inside the starters, checked where all four are on the class path. */
@Tag("without-boot")
class ArchitectureTests {

    private static final JavaClasses STARTERS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.tuned.upload", "dev.tuned.logging", "dev.tuned.cache", "dev.tuned.threads");

    private static final DescribedPredicate<JavaMember> DEFAULT_CONSTRUCTORS = describe(
            "default constructors",
            member -> member instanceof JavaConstructor constructor
                    && constructor.getRawParameterTypes().isEmpty());

    @Test
    void everyStarterIsThere() {
        assertThat(STARTERS.that(
                        describe("auto-configurations", type -> type.isAnnotatedWith(AutoConfiguration.class))))
                .extracting(type -> type.getPackageName())
                .contains(
                        "dev.tuned.upload.autoconfigure",
                        "dev.tuned.logging.autoconfigure",
                        "dev.tuned.cache.autoconfigure",
                        "dev.tuned.threads.autoconfigure");
    }

    @Test
    void startersDoNotDependOnEachOther() {
        slices().matching("dev.tuned.(*)..").should().notDependOnEachOther().check(STARTERS);
    }

    @Test
    void packagesAreFreeOfCycles() {
        slices().matching("dev.tuned.(**)").should().beFreeOfCycles().check(STARTERS);
    }

    @Test
    void layersOfTheCacheRunOneWay() {
        List<String> down = List.of(
                "autoconfigure.actuate",
                "autoconfigure",
                "manager",
                "load",
                "local",
                "remote",
                "invalidation",
                "store");
        for (int layer = 1; layer < down.size(); layer++) {
            List<String> above = down.subList(0, layer);
            noClasses()
                    .that()
                    .resideInAPackage("dev.tuned.cache." + down.get(layer))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            above.stream().map("dev.tuned.cache."::concat).toArray(String[]::new))
                    .check(STARTERS);
        }
        noClasses()
                .that()
                .resideInAPackage("dev.tuned.cache.local")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.tuned.cache.remote")
                .check(STARTERS);
        noClasses()
                .that()
                .resideInAPackage("dev.tuned.cache")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.tuned.cache.*..")
                .check(STARTERS);
    }

    @Test
    void nothingOutsideAutoconfigureDependsOnIt() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..autoconfigure..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.tuned..autoconfigure..")
                .check(STARTERS);
    }

    @Test
    void autoConfigurationsArePublicFinalWithoutPublicMembers() {
        classes()
                .that()
                .areAnnotatedWith(AutoConfiguration.class)
                .should()
                .bePublic()
                .andShould()
                .haveModifier(com.tngtech.archunit.core.domain.JavaModifier.FINAL)
                .check(STARTERS);
        members()
                .that()
                .areDeclaredInClassesThat()
                .areAnnotatedWith(AutoConfiguration.class)
                .and(not(DEFAULT_CONSTRUCTORS))
                .should()
                .notBePublic()
                .check(STARTERS);
    }

    @Test
    void conditionsAreNotPublic() {
        classes()
                .that()
                .areAssignableTo(Condition.class)
                .should()
                .notBePublic()
                .allowEmptyShould(true)
                .check(STARTERS);
    }
}
