/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.handbook;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Every command of a page is run by a test or a script, or its page says when it was last run by hand; and links lead somewhere. */
@Tag("without-boot")
class DocumentTests {

    private static final int MOST_BY_HAND = 10;
    private static final int MOST_LINES = 150;
    private static final String BEGIN =
            "(?:mvn |java -|\\.ci/|curl |jcmd \\S|diff |promtool |examples/before-after/error-rates)";
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(?:bash|sh)?\\n(.*?)^```");
    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern INLINE = Pattern.compile("`(" + BEGIN + "[^`]*)`");
    private static final Pattern BY_HAND = Pattern.compile("[Rr]un by hand: last on [0-9a-f]{7,40}");
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
                .isBetween(1L, (long) MOST_BY_HAND);
    }

    @Test
    void everyLinkToAFileLeadsToOne() {
        List<String> broken = new ArrayList<>();
        for (Path page : Pages.all()) {
            Matcher link = LINK.matcher(FENCED.matcher(Pages.read(page)).replaceAll(""));
            while (link.find()) {
                String target = link.group(1);
                if (!target.matches("(https?|mailto):.*|<.*")
                        && !Files.exists(page.resolveSibling(target).normalize())) {
                    broken.add(Pages.name(page) + ": " + target);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void aStartersReadmeIsReadInThreeMinutes() {
        for (String starter : List.of("upload", "logging", "cache", "threads")) {
            assertThat(Pages.read(starter + "-starter/README.md").lines())
                    .as(starter)
                    .hasSizeLessThanOrEqualTo(MOST_LINES);
        }
    }

    private static List<String> commands(String page) {
        List<String> commands = new ArrayList<>();
        Matcher block = BLOCK.matcher(page);
        while (block.find()) {
            for (String line : block.group(1).replace("\\\n", " ").split("\n", -1)) {
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
