/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class UsageTests {

    @TempDir
    private Path directory;

    private Installation installation = new Installation(Path.of(""));

    @BeforeEach
    void install() throws IOException {
        installation = new Installation(directory);
        installation.stub("stock", "");
        installation.stub("tuned", "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--scenario nothing            | --scenario",
                "--scenario hello,nothing      | --scenario",
                "--variants stock,fast         | --variants",
                "--variants stock              | --variants",
                "--variants stock,stock        | --variants",
                "--variants stock,naive        | --variants",
                "--scenario log-off --variants tuned,naive | --scenario",
                "--rounds 0                    | --rounds",
                "--rounds many                 | --rounds",
                "--rounds                      | --rounds",
                "--connections -1              | --connections",
                "--connections 1000000         | --connections",
                "--rate 0                      | --rate",
                "--rate NaN                    | --rate",
                "--java no-such-jdk            | --java",
                "--json no/such/directory/x    | --json",
                "--html examples               | --html",
                "--fast                        | --fast",
                "more                          | more",
                "serve --rounds 0              | --rounds",
                "table                         | FILE",
                "table no-such-file            | FILE",
                "table --rounds 3 x            | --rounds",
            })
    void badUsageExitsWith64AndNamesTheOption(String arguments, String named) throws Exception {
        assertThat(installation.run(arguments.split(" "))).isEqualTo(64);
        assertThat(installation.err()).contains(named).doesNotContain("\tat ");
        assertThat(directory.resolve("results.json")).doesNotExist();
    }

    @Test
    void anExecutableThatIsMissingIsNamedWithWhatToDo() throws Exception {
        Files.delete(directory.resolve("examples/catalog-tuned/target/catalog-tuned.jar"));

        assertThat(installation.run()).isEqualTo(64);
        assertThat(installation.err()).contains("catalog-tuned.jar", "mvn package");
    }

    @Test
    void helpNamesEveryOption() throws Exception {
        assertThat(installation.run("--help")).isZero();
        assertThat(installation.out())
                .contains("--full", "--scenario", "--variants", "--rounds", "--connections", "--rate", "--java")
                .contains("--json", "--html", "serve", "table", "--version", "Default: results.json");
        assertThat(installation.run("serve", "--help")).isZero();
        assertThat(installation.run("--version")).isZero();
        assertThat(installation.out()).startsWith("before-after ");
    }
}
