/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Shows the options of a command by what they are for. */
final class HelpGroups {

    private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

    static {
        GROUPS.put(
                "The services",
                List.of(
                        "--jar",
                        "--add",
                        "--before",
                        "--after",
                        "--before-url",
                        "--after-url",
                        "--before-pid",
                        "--after-pid",
                        "--args",
                        "--args-before",
                        "--args-after",
                        "--jvm",
                        "--jvm-before",
                        "--jvm-after",
                        "--java",
                        "--java-before",
                        "--java-after",
                        "--ready",
                        "--ready-within"));
        GROUPS.put(
                "The load",
                List.of("--requests", "--compare", "--connections", "--rate", "--launches", "--warm-up", "--seconds"));
        GROUPS.put("What is judged", List.of("--claim", "--accept", "--baseline", "--methods", "--fail-on"));
        GROUPS.put("Where results go", List.of("--json", "--html", "--markdown", "--junit", "--otava", "--mcp"));
    }

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
        GROUPS.forEach((heading, names) -> {
            List<OptionSpec> group = names.stream()
                    .flatMap(name ->
                            left.stream().filter(option -> option.longestName().equals(name)))
                    .toList();
            left.removeAll(group);
            if (!group.isEmpty()) {
                text.append(String.format("%n%s:%n", heading)).append(help.optionListExcludingGroups(group));
            }
        });
        return text.length() == 0
                ? help.optionListExcludingGroups(left)
                : text.append(String.format("%nMore:%n")) + help.optionListExcludingGroups(left);
    }
}
