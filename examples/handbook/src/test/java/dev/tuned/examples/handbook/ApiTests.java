/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.handbook;

import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a starter's README calls API is what its pom has compared with the last version, and what its packages say of themselves. */
@Tag("without-boot")
class ApiTests {

    private static final Pattern SENTENCE = Pattern.compile("(?s)(?:^|\\s)API: (.*?)\\. Everything else may change\\.");
    private static final Pattern PACKAGE = Pattern.compile("`(dev\\.tuned[\\w.]*)`");
    private static final Pattern COMPARED = Pattern.compile("<api\\.types>(.*)</api\\.types>");

    @ParameterizedTest
    @ValueSource(strings = {"upload", "logging", "cache", "threads"})
    void pageAndPomNameTheSamePackages(String starter) {
        String readme = Pages.read(starter + "-starter/README.md");
        Matcher sentence = SENTENCE.matcher(readme);
        List<String> named = sentence.find()
                ? PACKAGE.matcher(sentence.group(1))
                        .results()
                        .map(match -> match.group(1))
                        .toList()
                : List.of();
        Matcher compared = COMPARED.matcher(Pages.read(starter + "-starter/pom.xml"));
        assertThat(named).isEqualTo(compared.find() ? List.of(compared.group(1).split(";")) : List.of());
        assertThat(readme.contains("There is no API of the starter's own")).isEqualTo(named.isEmpty());
        assertThat(new TreeSet<>(named)).isEqualTo(packagesThatSayTheyAreApi(starter));
    }

    /** Every other package says that it is none. */
    private static TreeSet<String> packagesThatSayTheyAreApi(String starter) {
        TreeSet<String> packages = new TreeSet<>();
        String infos = Pages.readAll(starter + "-starter/src/main/java", "package-info\\.java");
        for (MatchResult info : Pattern.compile("(?s)/\\*\\*(.*?)\\*/.*?package ([\\w.]+);")
                .matcher(infos)
                .results()
                .toList()) {
            if (!info.group(1).contains("No API")) {
                assertThat(info.group(1)).as(info.group(2)).contains("API");
                packages.add(info.group(2));
            }
        }
        return packages;
    }
}
