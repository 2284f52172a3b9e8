/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.members;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/** The rules that hold for all starters, checked where all four are on the class path, and those of the programs. */
@Tag("without-boot")
class ArchitectureTests {

    private static final JavaClasses STARTERS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(
                    "dev.tuned.check", "dev.tuned.upload", "dev.tuned.logging", "dev.tuned.cache", "dev.tuned.threads");

    private static final JavaClasses PROGRAMS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.tuned.bench", "dev.tuned.examples.beforeafter");

    private static final DescribedPredicate<JavaMember> DEFAULT_CONSTRUCTORS = describe(
            "default constructors",
            member -> member instanceof JavaConstructor constructor
                    && constructor.getRawParameterTypes().isEmpty());

    /** Its name is part of the API, and it puts together what the packages below have. */
    private static final DescribedPredicate<JavaClass> APPENDER_OF_LOGBACK_FILES = describe(
            "the appender of Logback files",
            type -> type.getName().matches("dev\\.tuned\\.logging\\.TunedAsyncAppender(\\$.*)?"));

    private static final List<Class<?>> FUNCTIONS = List.of(Supplier.class, Function.class, Consumer.class);

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

    /** For a record, each start converts all defaults from text; setters are called for what is set alone. */
    @Test
    void propertiesAreBoundBySetters() {
        assertThat(STARTERS.stream().filter(type -> type.isAnnotatedWith(ConfigurationProperties.class)))
                .hasSizeGreaterThan(5)
                .noneMatch(JavaClass::isRecord);
    }

    /** So that an empty value stands for the default. */
    @Test
    void propertiesHaveNoPrimitives() {
        assertThat(STARTERS.stream()
                        .filter(ArchitectureTests::hasProperties)
                        .flatMap(type -> type.getMethods().stream())
                        .filter(method -> method.getName().matches("set[A-Z].*")))
                .hasSizeGreaterThan(20)
                .noneMatch(method -> method.getRawParameterTypes().get(0).isPrimitive());
    }

    private static boolean hasProperties(JavaClass type) {
        return type.isAnnotatedWith(ConfigurationProperties.class)
                || type.getEnclosingClass()
                        .map(ArchitectureTests::hasProperties)
                        .orElse(false);
    }

    /** Spring Cloud Function takes every bean that is a function for one of the application's. */
    @Test
    void noBeanIsAFunction() {
        assertThat(beanMethods())
                .noneMatch(method -> FUNCTIONS.stream().anyMatch(method.getRawReturnType()::isAssignableTo));
    }

    /**
     * Some of Spring's bean post-processors look beans up by their hash code, which a record computes from all that it
     * holds, by code that the JVM makes at the first call.
     */
    @Test
    void noBeanIsARecord() {
        assertThat(beanMethods())
                .filteredOn(method -> method.getRawReturnType().isAssignableTo(Record.class))
                .isEmpty();
    }

    private static List<JavaMethod> beanMethods() {
        List<JavaMethod> methods = STARTERS.stream()
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.isAnnotatedWith(Bean.class))
                .toList();
        assertThat(methods).hasSizeGreaterThan(30);
        return methods;
    }

    @Test
    void packagesAreFreeOfCycles() {
        slices().matching("dev.tuned.(**)")
                .should()
                .beFreeOfCycles()
                .ignoreDependency(APPENDER_OF_LOGBACK_FILES, alwaysTrue())
                .check(STARTERS);
        slices().matching("dev.tuned.(**)").should().beFreeOfCycles().check(PROGRAMS);
    }

    /** The command line on top, below it what it compares and looks at, and below that load, processes and figures. */
    @Test
    void layersOfTheBenchRunOneWay() {
        List<String> down = List.of(
                ".command",
                ".advise",
                ".compare",
                ".methods",
                ".judge",
                ".report",
                ".run",
                ".requests",
                ".recording",
                ".load",
                ".process",
                ".result",
                ".statistics");
        for (int layer = 1; layer < down.size(); layer++) {
            List<String> above = down.subList(0, layer);
            noClasses()
                    .that()
                    .resideInAPackage("dev.tuned.bench" + down.get(layer))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            above.stream().map("dev.tuned.bench"::concat).toArray(String[]::new))
                    .check(PROGRAMS);
        }
    }

    /** The starters that it adds to a service are data in its jar. */
    @Test
    void theBenchKnowsNothingOfTheStartersNorOfTheExamples() {
        noClasses()
                .that()
                .resideInAPackage("dev.tuned.bench..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.tuned.check..",
                        "dev.tuned.upload..",
                        "dev.tuned.logging..",
                        "dev.tuned.cache..",
                        "dev.tuned.threads..",
                        "dev.tuned.examples..",
                        "org.springframework..")
                .check(PROGRAMS);
    }

    @Test
    void layersOfTheProofRunOneWay() {
        noClasses()
                .that()
                .resideInAPackage("dev.tuned.examples.beforeafter.*..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.tuned.examples.beforeafter")
                .check(PROGRAMS);
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
