/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

/** What each {@code package-info} says that its package uses, and what it says that it does not know. */
@Tag("without-boot")
class ArchitectureTests {

    private static final String ROOT = "dev.tuned.logging";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void eachPackageUsesTheseAndNoOthers() {
        assertThat(usedPackages())
                .isEqualTo(Map.ofEntries(
                        Map.entry("logging", Set.of("output", "queue")),
                        Map.entry("queue", Set.of("logging")),
                        Map.entry("output", Set.of("logging", "queue")),
                        Map.entry("install", Set.of("logging", "output", "queue")),
                        Map.entry("autoconfigure", Set.of("logging", "install", "output", "queue"))));
    }

    @Test
    void theQueueKnowsNoFileNoEncoderAndNoAppender() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".queue")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.channels", "java.nio.file..", "ch.qos.logback.core..")
                .check(CLASSES);
    }

    @Test
    void ofTheApiTheAppenderAloneUsesOtherPackages() {
        noClasses()
                .that(resideInAPackage(ROOT).and(not(nameMatching(".*\\.TunedAsyncAppender(\\$.*)?"))))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + ".*..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".output", ROOT + ".queue")
                .should()
                .dependOnClassesThat(nameMatching(".*\\.TunedAsyncAppender"))
                .check(CLASSES);
    }

    /** By the last part of their names; that of the root is its own. */
    private static Map<String, Set<String>> usedPackages() {
        Map<String, Set<String>> used = new TreeMap<>();
        for (JavaClass type : CLASSES) {
            Set<String> others = used.computeIfAbsent(simpleName(type), name -> new TreeSet<>());
            type.getDirectDependenciesFromSelf().stream()
                    .map(Dependency::getTargetClass)
                    .map(JavaClass::getBaseComponentType)
                    .filter(target -> target.getPackageName().startsWith(ROOT))
                    .map(ArchitectureTests::simpleName)
                    .filter(name -> !name.equals(simpleName(type)))
                    .forEach(others::add);
        }
        return used;
    }

    private static String simpleName(JavaClass type) {
        return type.getPackageName().substring(type.getPackageName().lastIndexOf('.') + 1);
    }
}
