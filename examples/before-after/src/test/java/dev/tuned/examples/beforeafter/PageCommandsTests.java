/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.ParseResult;

import dev.tuned.bench.command.Arguments;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The commands of this program on the pages have options that there are. What else they are run by, the handbook lists.
 */
@Tag("without-boot")
class PageCommandsTests {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    private static final Pattern CODE = Pattern.compile("(?s)```\\w*\\n(.*?)```|`([^`]+)`");

    /** After the program, which may be a jar somewhere: its arguments, to the end of the command. */
    private static final Pattern COMMAND =
            Pattern.compile("(?:(?:before-after|tuned-bench)\\.jar|(?<!/)before-after) (-?-?[a-z][^\\n]*)");

    record Command(String page, String text) {}

    static List<Command> commands() throws IOException {
        List<Command> commands = new ArrayList<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path page : files.filter(file -> file.toString().endsWith(".md")
                            && !ROOT.relativize(file).toString().contains("target/"))
                    .sorted()
                    .toList()) {
                Matcher code = CODE.matcher(Files.readString(page));
                while (code.find()) {
                    boolean block = code.group(1) != null;
                    String text = block
                            ? code.group(1).replaceAll("\\\\\\n\\s*|\\n\\s+(?=--)", " ")
                            : code.group(2).replaceAll("\\s+", " ");
                    Matcher command = COMMAND.matcher(text);
                    while (command.find()) {
                        commands.add(new Command(ROOT.relativize(page).toString(), command.group(1)));
                    }
                }
            }
        }
        return commands;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void optionsOfACommandOnAPageExist(Command command) {
        String arguments = command.text()
                .replaceAll("\\bPID\\b", "1")
                .replaceAll("\\b(OPTIONS|…)", "")
                .replaceAll("\\s(&&|\\|\\||[|>)#]).*", "");
        ParseResult parsed =
                BeforeAfter.commandLine().parseArgs(Arguments.split(arguments).toArray(String[]::new));
        assertThat(parsed.errors()).as(command.toString()).isEmpty();
    }
}
