/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.handbook;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

import static org.assertj.core.api.Assertions.assertThat;

/** Prometheus's own tool reads the alert rules, and plays cases in which they fire and do not. */
@Tag("without-boot")
@EnabledIf(value = "promtoolIsThere", disabledReason = "needs promtool (Debian's package prometheus) on the PATH")
class AlertRulesTests {

    static boolean promtoolIsThere() {
        String path = System.getenv("PATH");
        return path != null
                && Arrays.stream(path.split(File.pathSeparator))
                        .anyMatch(entry -> new File(entry, "promtool").canExecute());
    }

    @Test
    void theRulesAreWellFormed() throws Exception {
        assertThat(promtool("check", "rules", "docs/alerts.yml")).contains("SUCCESS");
    }

    @Test
    void theRulesFireWhenTheyShould() throws Exception {
        assertThat(promtool("test", "rules", "docs/alerts-test.yml")).contains("SUCCESS");
    }

    private static String promtool(String... arguments) throws Exception {
        String[] command = new String[arguments.length + 1];
        command[0] = "promtool";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        Process process = new ProcessBuilder(command)
                .directory(Pages.ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
