/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.handbook;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Every command of a page is run by a test or a script, or its page says when it was last run by hand; links, named tests and quoted code exist. */
@Tag("without-boot")
class DocumentTests {

    private static final int MAX_PAGES_BY_HAND = 10;
    private static final int MAX_LINES_OF_A_README = 150;
    private static final int MAX_WORDS = 15_000;
    private static final int MAX_WORDS_OF_THE_ROOT_README = 520;
    private static final List<String> STARTERS = List.of("upload", "logging", "cache", "threads");
    private static final String BEGIN =
            "(?:mvn |java -|\\.ci/|curl |head |jcmd \\S|diff |promtool |examples/before-after/error-rates)";
    private static final Pattern FENCED = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```");
    private static final Pattern INLINE = Pattern.compile("`(" + BEGIN + "[^`]*)`");
    private static final Pattern BY_HAND = Pattern.compile("[Rr]un by hand: last on [0-9a-f]{7,40}");
    private static final Pattern QUOTED = Pattern.compile("(?ms)^```(?:java|yaml)\\n(.*?)^```");
    private static final Pattern NAMED_TEST = Pattern.compile("`(\\w+(?:Tests|IT))(?:\\.(\\w+))?`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)\\s]*)?\\)");

    private record Run(String command, String file, String text) {}

    private static final List<Run> RUNS = Pages.read("examples/handbook/src/test/resources/commands.txt")
            .lines()
            .filter(line -> !line.startsWith("#"))
            .map(line -> line.split(" => | :: ", 3))
            .map(parts -> new Run(parts[0], parts[1], parts[2]))
            .toList();

    @Test
    void everyCommandIsRunSomewhereOrMarked() {
        List<String> unknown = new ArrayList<>();
        for (Path page : Pages.all()) {
            String text = Pages.read(page);
            boolean byHand = BY_HAND.matcher(text).find();
            for (String command : commands(text)) {
                if (!byHand && RUNS.stream().noneMatch(run -> command.startsWith(run.command()))) {
                    unknown.add(Pages.name(page) + ": " + command);
                }
            }
        }
        assertThat(unknown).isEmpty();
    }

    @Test
    void whatIsSaidToRunACommandDoes() {
        assertThat(RUNS)
                .hasSizeGreaterThan(10)
                .allSatisfy(
                        run -> assertThat(Pages.read(run.file())).as(run.file()).contains(run.text()));
    }

    @Test
    void atMostTenPagesAreRunByHand() {
        assertThat(Pages.all().stream()
                        .mapToLong(page ->
                                BY_HAND.matcher(Pages.read(page)).results().count())
                        .sum())
                .isBetween(1L, (long) MAX_PAGES_BY_HAND);
    }

    @Test
    void everyLinkToAFileLeadsToOne() {
        List<String> broken = new ArrayList<>();
        for (Path page : Pages.all()) {
            Matcher link = LINK.matcher(FENCED.matcher(Pages.read(page)).replaceAll(""));
            while (link.find()) {
                String target = link.group(1);
                if (!target.matches("(https?|mailto):.*|<.*") && !leads(page.resolveSibling(target), link.group(2))) {
                    broken.add(Pages.name(page) + ": " + link.group());
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    /** Whether there is such a file and, in a page, such a heading. */
    private static boolean leads(Path file, String anchor) {
        if (!Files.exists(file.normalize())) {
            return false;
        }
        return anchor == null
                || Pages.read(file.normalize())
                        .lines()
                        .filter(line -> line.startsWith("#"))
                        .map(line -> line.replaceAll("^#+ ", "").toLowerCase(Locale.ROOT))
                        .map(heading -> "#" + heading.replaceAll("[^\\w -]", "").replace(' ', '-'))
                        .anyMatch(anchor::equals);
    }

    @Test
    void everyTestThatAPageNamesExists() {
        Map<String, Path> tests = Pages.javaFiles().stream()
                .collect(Collectors.toMap(
                        file -> file.getFileName().toString().replace(".java", ""),
                        file -> file,
                        (first, second) -> second));
        List<String> missing = new ArrayList<>();
        for (Path page : Pages.written()) {
            Matcher named = NAMED_TEST.matcher(Pages.read(page));
            while (named.find()) {
                Path test = tests.get(named.group(1));
                if (test == null || (named.group(2) != null && !Pages.read(test).contains(named.group(2) + "("))) {
                    missing.add(Pages.name(page) + ": " + named.group());
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    /** Code and settings of the READMEs are those of applications that the build compiles and tests. */
    @Test
    void readmesQuoteTheirFirstApplication() {
        for (String starter : STARTERS) {
            String application = Pages.readAll("examples/first/" + starter + "/src/main");
            List<String> quoted = quotes(starter + "-starter/README.md");
            assertThat(quoted).as(starter).anyMatch(application::contains);
            String code = application.replaceAll("\\s+", " ");
            assertThat(quoted.stream()
                            .filter(quote -> quote.contains("Mapping("))
                            .map(quote -> quote.strip().replaceAll("\\s+", " ")))
                    .as(starter)
                    .isNotEmpty()
                    .allMatch(code::contains);
        }
        String cache = Pages.readAll("examples/first/cache/src/main").replaceAll("\\s+", " ");
        assertThat(quotes("README.md"))
                .isNotEmpty()
                .allMatch(quote -> cache.contains(quote.strip().replaceAll("\\s+", " ")));
    }

    @Test
    void aCopyOfAFirstApplicationGetsTheVersionsOfThisBuild() {
        String versions =
                "(?s).*<parent>.*<version>%s</version>.*<artifactId>tuned-bom</artifactId>\\s*<version>%s</version>.*-->.*"
                        .formatted(
                                element("spring-boot.version", Pages.read("pom.xml")),
                                element("version", Pages.read("bom/pom.xml")));
        assertThat(STARTERS)
                .allSatisfy(starter -> assertThat(Pages.read("examples/first/" + starter + "/pom.xml"))
                        .matches(versions));
    }

    private static String element(String name, String xml) {
        return xml.replaceAll("(?s).*?<%1$s>([^<]*)</%1$s>.*".formatted(name), "$1");
    }

    private static List<String> quotes(String page) {
        return QUOTED.matcher(Pages.read(page))
                .results()
                .map(quote -> quote.group(1))
                .toList();
    }

    @Test
    void thePagesAreReadInAnHour() {
        Map<String, Long> words = Pages.written().stream().collect(Collectors.toMap(Pages::name, Pages::words));
        assertThat(words.values().stream().mapToLong(Long::longValue).sum())
                .as(words.toString())
                .isLessThanOrEqualTo(MAX_WORDS);
        assertThat(words.get("README.md")).isLessThanOrEqualTo(MAX_WORDS_OF_THE_ROOT_README);
    }

    @Test
    void aStartersReadmeIsReadInThreeMinutes() {
        for (String starter : STARTERS) {
            assertThat(Pages.read(starter + "-starter/README.md").lines())
                    .as(starter)
                    .hasSizeLessThanOrEqualTo(MAX_LINES_OF_A_README);
        }
    }

    private static List<String> commands(String page) {
        List<String> commands = new ArrayList<>();
        Matcher block = FENCED.matcher(page);
        while (block.find()) {
            if (!block.group(1).matches("|bash|sh")) {
                continue;
            }
            for (String line : block.group(2).replace("\\\n", " ").split("\n", -1)) {
                for (String command : line.split("&&", -1)) {
                    String stripped = command.strip().replaceAll("\\s+", " ");
                    if (stripped.matches(BEGIN + ".*")) {
                        commands.add(stripped);
                    }
                }
            }
        }
        Matcher inline = INLINE.matcher(FENCED.matcher(page).replaceAll(""));
        while (inline.find()) {
            commands.add(inline.group(1).replaceAll("\\s+", " "));
        }
        return commands;
    }
}
