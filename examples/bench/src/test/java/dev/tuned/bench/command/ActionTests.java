/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The steps of the action as a runner has them, with programs in place of java and gh that only write down what they
 * are asked.
 */
@Tag("without-boot")
@DisabledOnOs(OS.WINDOWS)
class ActionTests {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Pattern INPUT = Pattern.compile("\\$\\{\\{ inputs\\.([\\w-]+) }}");

    @TempDir
    private Path directory;

    private Map<String, Object> action;

    @BeforeEach
    void read() throws IOException {
        action = new Yaml().load(Files.readString(ROOT.resolve("action.yml")));
    }

    @SuppressWarnings("unchecked")
    private List<Map<String, Object>> steps() {
        return (List<Map<String, Object>>) ((Map<String, Object>) action.get("runs")).get("steps");
    }

    @SuppressWarnings("unchecked")
    private Map<String, Map<String, Object>> inputs() {
        return (Map<String, Map<String, Object>>) action.get("inputs");
    }

    private void program(String name, String script) throws IOException {
        Path file = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Runs a step with the values of inputs. */
    @SuppressWarnings("unchecked")
    private int run(String name, Map<String, String> values) throws Exception {
        Map<String, Object> step = steps().stream()
                .filter(each -> each.get("name").equals(name))
                .findFirst()
                .orElseThrow();
        ProcessBuilder builder = new ProcessBuilder("bash", "-e", "-c", (String) step.get("run"))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile());
        Map<String, String> environment = builder.environment();
        environment.put("PATH", directory + ":" + environment.get("PATH"));
        environment.put("GITHUB_ACTION_PATH", ROOT.toString());
        environment.put("GITHUB_REPOSITORY", "somebody/shop");
        environment.put("GITHUB_STEP_SUMMARY", directory.resolve("summary").toString());
        environment.put("GITHUB_OUTPUT", directory.resolve("outputs").toString());
        environment.put("RUNNER_TEMP", directory.toString());
        ((Map<String, Object>) step.getOrDefault("env", Map.of())).forEach((key, value) -> {
            Matcher input = INPUT.matcher((String) value);
            environment.put(
                    key,
                    input.matches()
                            ? values.getOrDefault(
                                    input.group(1),
                                    String.valueOf(inputs().get(input.group(1)).get("default")))
                            : "7");
        });
        return builder.start().waitFor();
    }

    @Test
    void everyInputIsUsedAndEveryOneUsedIsThere() throws IOException {
        List<String> used = new ArrayList<>();
        Matcher input = Pattern.compile("inputs\\.([\\w-]+)").matcher(Files.readString(ROOT.resolve("action.yml")));
        while (input.find()) {
            used.add(input.group(1));
        }
        assertThat(used).containsOnlyOnceElementsOf(inputs().keySet()).hasSameElementsAs(inputs().keySet());
        assertThat(steps()).allSatisfy(step -> assertThat(step).containsEntry("shell", "bash"));
    }

    @Test
    void compareEndsAsTheToolDoesAndShowsItsTable() throws Exception {
        program("java", "printf '%s\\n' \"$@\" > asked\necho '| CPU | 1 | 2 |' > tuned-bench.md\nexit 1\n");
        int code = run(
                "Compare",
                Map.of(
                        "before", "old app.jar",
                        "after", "new.jar",
                        "requests", "shop.http",
                        "arguments", "--claim 'cpu <= 0.9' --rate 50"));
        assertThat(code).isEqualTo(1);
        assertThat(Files.readAllLines(directory.resolve("asked")))
                .contains("old app.jar", "new.jar", "shop.http", "8")
                .endsWith("--claim", "cpu <= 0.9", "--rate", "50");
        assertThat(directory.resolve("summary")).hasContent("| CPU | 1 | 2 |");
        assertThat(directory.resolve("outputs")).hasContent("exit-code=1");
        List<String> asked = Files.readAllLines(directory.resolve("asked"));
        assertThat(Bench.commandLine()
                        .parseArgs(asked.subList(2, asked.size()).toArray(String[]::new))
                        .errors())
                .isEmpty();
    }

    @Test
    void theTableIsPostedOnceForAPullRequest() throws Exception {
        program("gh", "echo \"$@\" >> posted\ncase \"$*\" in *--paginate*) cat own;; esac\n");
        Files.writeString(directory.resolve("own"), "");
        assertThat(run("Comment", Map.of())).isZero();
        assertThat(directory.resolve("posted")).doesNotExist();
        Files.writeString(directory.resolve("tuned-bench.md"), "a table", StandardCharsets.UTF_8);
        assertThat(run("Comment", Map.of())).isZero();
        Path body = directory.resolve("tuned-bench-comment.md");
        assertThat(body).hasContent("<!-- tuned-bench -->\na table");
        assertThat(Files.readAllLines(directory.resolve("posted")))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("api repos/somebody/shop/issues/7/comments --paginate")
                .contains("github-actions[bot]", "startswith(\"<!-- tuned-bench -->\")");
        assertThat(directory.resolve("posted"))
                .content()
                .endsWith("api --silent --method POST repos/somebody/shop/issues/7/comments -F body=@" + body + "\n");
        Files.writeString(directory.resolve("own"), "11\n12\n");
        assertThat(run("Comment", Map.of())).isZero();
        assertThat(directory.resolve("posted"))
                .content()
                .endsWith("api --silent --method PATCH repos/somebody/shop/issues/comments/12 -F body=@" + body + "\n");
    }

    @Test
    void aTableThatMayNotBePostedIsAWarning() throws Exception {
        Files.writeString(directory.resolve("tuned-bench.md"), "a table", StandardCharsets.UTF_8);
        for (String script : List.of("exit 1\n", "case \"$*\" in *--paginate*) ;; *) exit 1;; esac\n")) {
            program("gh", script);
            assertThat(run("Comment", Map.of())).isZero();
            assertThat(directory.resolve("output")).content().contains("::warning::");
        }
    }

    @Test
    void theToolIsBuiltWhereItsJarIsNotThere() throws Exception {
        program("mvn", "echo \"$@\" > built\n");
        assertThat(run("Build tuned-bench", Map.of())).isZero();
        boolean isBuilt = Files.exists(ROOT.resolve("examples/bench/target/tuned-bench.jar"));
        assertThat(Files.exists(directory.resolve("built"))).isNotEqualTo(isBuilt);
    }
}
