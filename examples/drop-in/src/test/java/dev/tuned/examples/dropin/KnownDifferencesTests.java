/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The entries of {@code known-differences.md} as they are, besides what the suite checks when it plays their cases. */
class KnownDifferencesTests {

    private static final List<KnownDifferences.Entry> ENTRIES =
            KnownDifferences.read().entries();

    @Test
    void everyEntryHasAReasonAndCases() {
        assertThat(ENTRIES).isNotEmpty().allSatisfy(entry -> {
            assertThat(entry.reason()).as(entry.title()).isNotBlank();
            assertThat(entry.cases()).as(entry.title()).isNotEmpty();
        });
    }

    /** Otherwise a difference could end unnoticed. */
    @Test
    void everyCaseBelongsToAScenario() {
        List<String> scenarios = Scenarios.PARTS.stream()
                .flatMap(part ->
                        Scenarios.of(part).stream().map(scenario -> part + "/" + Scenarios.name(scenario) + "/"))
                .toList();

        assertThat(ENTRIES)
                .flatExtracting(KnownDifferences.Entry::cases)
                .extracting(KnownDifferences.Known::name)
                .filteredOn(name -> !name.contains("*"))
                .isNotEmpty()
                .allMatch(name -> scenarios.stream().anyMatch(name::startsWith));
    }

    /** READMEs name every difference that stays; one that an issue mends is left out. */
    @Test
    void whatStaysDifferentIsToldInTheStartersReadme() throws IOException {
        for (KnownDifferences.Entry entry : ENTRIES) {
            if (entry.readmeLine() != null) {
                assertThat(whatChanges(entry.starter())).as(entry.title()).contains(entry.readmeLine());
            } else {
                assertThat(entry.issue()).as(entry.title()).isNotNull();
            }
        }
    }

    @Test
    void anEntryWithoutASourceIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> KnownDifferences.parse("# Known\n\n## Some\n\nStarter: upload.\n\n- `a/b/c`: status\n"))
                .withMessageContaining("'Some' names no starter, or neither an issue nor a line of a README");
    }

    private static String whatChanges(String starter) throws IOException {
        String readme = Files.readString(Path.of("../..", starter + "-starter", "README.md"));
        String[] sections = readme.split("(?m)^## ");
        return Stream.of(sections)
                .filter(section -> section.startsWith("What changes in your application"))
                .findFirst()
                .map(section -> section.replaceAll("\\s+", " "))
                .orElse("");
    }
}
