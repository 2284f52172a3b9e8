/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Shows the options of a command by what they are for. */
final class HelpGroups {

    /** A heading and its options on each line. */
    private static final String GROUPS = """
            The services: --jar --add --before --after --before-url --after-url --before-pid --after-pid --args --args-before \
            --args-after --jvm --jvm-before --jvm-after --java --java-before --java-after --ready --ready-within
            The load: --requests --compare --connections --rate --rough --launches --warm-up --seconds
            What is judged: --claim --accept --baseline --methods --fail-on
            Where results go: --json --html --markdown --junit --mcp
            """;

    private HelpGroups() {}

    /** Gives a command and those below it help in groups. */
    static void use(CommandLine command) {
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpGroups::options);
        command.getSubcommands().values().forEach(HelpGroups::use);
    }

    private static String options(Help help) {
        List<OptionSpec> left = new ArrayList<>(help.commandSpec().options());
        left.removeIf(OptionSpec::hidden);
        StringBuilder text = new StringBuilder();
        GROUPS.lines().forEach(line -> {
            String[] words = line.split(": ", 2);
            List<OptionSpec> group = Stream.of(words[1].split(" "))
                    .flatMap(name ->
                            left.stream().filter(option -> option.longestName().equals(name)))
                    .toList();
            left.removeAll(group);
            if (!group.isEmpty()) {
                text.append(String.format("%n%s:%n", words[0])).append(help.optionListExcludingGroups(group));
            }
        });
        return text.length() == 0
                ? help.optionListExcludingGroups(left)
                : text.append(String.format("%nMore:%n")) + help.optionListExcludingGroups(left);
    }
}
