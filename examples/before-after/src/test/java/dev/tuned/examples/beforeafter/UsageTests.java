/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class UsageTests {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int execute(String... arguments) {
        return BeforeAfter.commandLine(arguments)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private void assertRefused(String option, String... arguments) {
        assertThat(execute(arguments)).isEqualTo(64);
        assertThat(err.toString()).contains("'" + option + "'").contains("--help");
    }

    private void assertSaid(String what, String... arguments) {
        err.getBuffer().setLength(0);
        assertThat(execute(arguments)).as(what).isEqualTo(64);
        assertThat(err.toString().lines()).singleElement().asString().contains(what);
    }

    @Test
    void unknownWorkloadsAreRefusedWithTheKnownOnes() {
        assertRefused("--workload", "--workload", "uploads");
        assertThat(err.toString()).contains("upload-5k", "slow-50ms");
    }

    @Test
    void tooFewLaunchesAreRefused() {
        assertRefused("--launches", "--launches", "2");
    }

    @Test
    void anUnknownVariantIsRefused() {
        assertRefused("--after", "--after", "naive");
    }

    @Test
    void aRuntimeThatIsNoneIsRefused(@TempDir Path directory) {
        assertRefused("--java", "--java", directory.toString());
    }

    @Test
    void aFileInADirectoryThatDoesNotExistIsRefused() {
        assertRefused("--json", "--json", "missing/results.json");
        assertRefused("--html", "--html", "missing/report.html");
    }

    @Test
    void resumingWithoutAnInterruptedRunIsRefused(@TempDir Path directory) {
        assertRefused(
                "--resume", "--resume", "--json", directory.resolve("none.json").toString());
    }

    @Test
    void aPageNeedsAPortThatIsFree() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertRefused("--port", "show", "--port", Integer.toString(taken.getLocalPort()));
        }
        assertRefused("--port", "show", "--port", "70000");
    }

    @Test
    void aRowNeedsANameThatIsOneAndValuesThatMakeSense() {
        assertRefused("--row", "--row", "uploads");
        assertThat(err.toString()).contains("slow-forms", "unread-console");
        assertRefused("--times", "--row", "slow-forms", "--times", "0");
        assertRefused("--heap", "--row", "slow-forms", "--heap", "large");
    }

    @Test
    void theListNamesEveryRowAndWorkloadOnce() {
        assertThat(execute("--list")).isZero();
        assertThat(out.toString().lines().map(line -> line.split(" +", 2)[0]))
                .doesNotHaveDuplicates()
                .contains(
                        "slow-forms",
                        "restarted-products",
                        "distant-cache",
                        "unreachable-cache",
                        "upload-5k",
                        "orders",
                        "slow-50ms",
                        "files-100k",
                        "stream-64m");
    }

    @Test
    void renderRefusesWhatIsNoRun(@TempDir Path directory) throws IOException {
        Path none = directory.resolve("none.json");
        assertSaid("Invalid value for parameter FILE: '" + none + "' is not there", "render", none.toString());
        assertSaid(
                "'--html'",
                "render",
                none.toString(),
                "--html",
                none.resolve("report.html").toString());
        Path empty = Files.writeString(directory.resolve("empty.json"), "");
        assertSaid("'" + empty + "' is empty: no run has written its results there", "render", empty.toString());
        assertSaid(
                "'--html': '" + empty + "' is also the file of 'FILE'",
                "render",
                empty.toString(),
                "--html",
                empty.toString());
        assertThat(err.toString()).doesNotContain("Exception");
    }
}
