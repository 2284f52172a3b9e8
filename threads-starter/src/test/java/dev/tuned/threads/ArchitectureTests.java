/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

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

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

/** What each {@code package-info} says that its package uses, and what it says that it does not know. */
@Tag("without-boot")
class ArchitectureTests {

    private static final String ROOT = "dev.tuned.threads";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void eachPackageUsesTheseAndNoOthers() {
        assertThat(usedPackages())
                .isEqualTo(Map.ofEntries(
                        Map.entry("threads", Set.of()),
                        Map.entry("permit", Set.of()),
                        Map.entry("plan", Set.of()),
                        Map.entry("report", Set.of("threads", "plan")),
                        Map.entry("executor", Set.of("plan", "report")),
                        Map.entry("tomcat", Set.of("plan", "report")),
                        Map.entry("sendfile", Set.of("plan", "report")),
                        Map.entry("web", Set.of("threads", "permit", "plan", "report")),
                        Map.entry(
                                "autoconfigure",
                                Set.of("threads", "executor", "plan", "report", "sendfile", "tomcat", "web"))));
    }

    @Test
    void permitsKnowNeitherSpringNorTomcat() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".permit")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..", "org.apache..", "jakarta..")
                .check(CLASSES);
    }

    @Test
    void theGrowthOfThePoolKnowsNeitherTomcatNorAClock() {
        noClasses()
                .that()
                .haveNameMatching(".*\\.PoolGrowth(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache..", "java.time..")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
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
