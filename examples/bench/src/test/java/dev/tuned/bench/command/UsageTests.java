/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class UsageTests {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int execute(String... arguments) {
        return Bench.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private Path jar(Path directory) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "com.example.Main");
        Path jar = directory.resolve("app.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }

    /** The whole message is one line. */
    private void assertSaid(String what, String... arguments) {
        err.getBuffer().setLength(0);
        assertThat(execute(arguments)).as(what).isEqualTo(64);
        assertThat(err.toString().lines()).singleElement().asString().contains(what);
    }

    /** What is said of a jar that is compared with itself under another argument. */
    private void assertSaidComparing(String what, String jar, String requests, String... more) {
        Stream<String> all = Stream.concat(
                Stream.of("compare", "--jar", jar, "--args-after", "--a=b", "--requests", requests), Stream.of(more));
        assertSaid(what, all.toArray(String[]::new));
    }

    @Test
    void badUsageOfCompareIsSaidInOneLine(@TempDir Path directory) throws IOException {
        String jar = jar(directory).toString();
        String text = Files.writeString(directory.resolve("text.jar"), "text").toString();
        String file = Files.writeString(directory.resolve("shop.http"), "GET /\n\n###\n\n\n\nFETCH /\n")
                .toString();
        String good =
                Files.writeString(directory.resolve("good.http"), "GET /\n").toString();
        String none = directory.resolve("none").toString();
        assertSaid("Unknown option: '--faster'", "compare", "--faster");
        assertSaid("Missing required parameter for option '--jar'", "compare", "--jar");
        assertSaid("Say either --jar", "compare", "--jar", jar, "--before-url", "http://localhost", "--requests", good);
        assertSaid("Say either --jar", "compare", "--before", jar, "--requests", good);
        assertSaid("--requests", "compare", "--jar", jar, "--add", "upload");
        assertSaid("--jar alone is the same service twice", "compare", "--jar", jar, "--requests", good);
        assertSaidComparing("none: there is no such file", jar, none);
        assertSaidComparing("shop.http:7: the method 'FETCH'", jar, file);
        assertSaidComparing("'" + none + "' is not there", none, good);
        assertSaidComparing("'" + text + "' is no jar", text, good);
        assertSaid("'speed' is none of upload", "compare", "--jar", jar, "--add", "speed", "--requests", good);
        assertSaid("goes with --jar", "compare", "--before", jar, "--after", jar, "--add", "upload");
        assertSaidComparing("'many'", jar, good, "--launches", "many");
        assertSaidComparing("'--rate': '-1.0'", jar, good, "--rate", "-1");
        assertSaidComparing("'--claim': 'cpu < 1'", jar, good, "--claim", "cpu < 1");
        assertSaidComparing("'--server.port=1'", jar, good, "--args", "--server.port=1");
        assertSaid("quote", "compare", "--jar", jar, "--args-after", "--name='a", "--requests", good);
        assertSaidComparing("--rough gives no verdict", jar, good, "--rough", "--claim", "cpu <= 1");
        assertSaidComparing("no executable jar of Spring Boot", jar, good, "--add", "upload");
        assertSaidComparing("'--before-pid'", jar, good, "--before-pid", "1");
        String pids = "needs --before-pid and --after-pid";
        String[] urls = {"--before-url", "http://127.0.0.1:9", "--after-url", "http://127.0.0.1:9"};
        assertSaid(pids, "compare", urls[0], urls[1], urls[2], urls[3], "--claim", "cpu <= 1", "--requests", good);
        assertSaid(
                "no whole number", "compare", "--jar", jar, "--add", "upload", "--launches", "3.5", "--requests", good);
        assertSaid("'--rate': 'NaN'", "compare", "--jar", jar, "--add", "upload", "--rate", "NaN", "--requests", good);
        assertSaid(
                "not between 1 and", "compare", "--jar", jar, "--add", "upload", "--rate", "1e-9", "--requests", good);
        assertSaid("'--launches': '2' is not between 3", "compare", "--jar", jar, "--add", "upload", "--launches", "2");
        assertSaid(
                "not above 0", "compare", "--jar", jar, "--add", "upload", "--claim", "cpu <= 0", "--requests", good);
        assertSaid("'--ready-within': '0'", "compare", "--jar", jar, "--add", "upload", "--ready-within", "0");
        assertSaid("'/a b' is not a path", "compare", "--jar", jar, "--add", "upload", "--ready", "/a b");
        String[] tls = {"--before-url", "https://me:s3cret@127.0.0.1:9", "--after-url", "http://127.0.0.1:9"};
        assertSaid(
                "asks over TLS, which is not supported", "compare", tls[0], tls[1], tls[2], tls[3], "--requests", good);
        assertThat(err.toString()).contains("https://HIDDEN@").doesNotContain("s3cret");
        assertSaid("Unmatched argument", "compare", "http://me:s3cret@127.0.0.1", "--requests", good);
        assertThat(err.toString()).doesNotContain("s3cret");
        assertSaid("Say what to do: compare, advise");
        String unset = Files.writeString(directory.resolve("unset.http"), "GET /\n\n###\nGET {{none}}\n")
                .toString();
        assertSaidComparing("unset.http:4: the variable 'none'", jar, unset);
        String results = directory.resolve("results").toString();
        assertSaidComparing(
                "'--html': '" + results + "' is also the file of '--json'",
                jar,
                good,
                "--json",
                results,
                "--html",
                results);
        assertSaidComparing(
                "'--markdown': '" + good + "' is also the file of '--requests'", jar, good, "--markdown", good);
        assertSaid("compare --help", "compare", "--nothing");
    }

    @Test
    void badUsageOfAdviseIsSaidInOneLine(@TempDir Path directory) throws IOException {
        String jar = jar(directory).toString();
        assertSaid("Say either the PID", "advise");
        assertSaid("Say either the PID", "advise", "1", "--jar", jar);
        assertSaid("--requests", "advise", "--jar", jar);
        assertSaid("'x'", "advise", "x");
        assertSaid("go with --jar", "advise", "1", "--jvm", "-Xmx1g");
        assertSaid("'--seconds': '1'", "advise", "1", "--seconds", "1");
        assertSaid("Invalid value for option '--fail-on': 'much' is no gain", "advise", "1", "--fail-on", "much");
    }

    @Test
    void fileThatMayNotBeReadIsNamedWithTheReason() {
        assertThat(Bench.message(new AccessDeniedException("/a.json")))
                .isEqualTo("java.nio.file.AccessDeniedException: /a.json");
        assertThat(Bench.message(new IOException("'/a.json' is empty"))).isEqualTo("'/a.json' is empty");
    }

    @Test
    void mergeRefusesWhatIsNoRun(@TempDir Path directory) throws IOException {
        Path empty = Files.writeString(directory.resolve("empty.json"), "");
        assertSaid("Say two files of results or more", "merge", empty.toString());
        assertSaid("is empty: no run has written", "merge", empty.toString(), empty.toString());
    }

    @Test
    void helpShowsOptionsInGroupsWithExamples() {
        assertThat(execute("compare", "--help")).isZero();
        String help = out.toString();
        assertThat(help)
                .containsSubsequence(
                        "The services:",
                        "--jar=JAR",
                        "The load:",
                        "--requests=FILE",
                        "What is judged:",
                        "--claim=CLAIM",
                        "Where results go:",
                        "--json=FILE",
                        "More:",
                        "--help",
                        "Examples:",
                        "tuned-bench compare --jar app.jar --add upload --requests shop.http",
                        "Exit codes: 0 nothing became worse");
        Bench.commandLine()
                .getSubcommands()
                .get("compare")
                .getCommandSpec()
                .options()
                .forEach(option -> assertThat(help).contains(option.longestName()));
    }

    @Test
    void completionOfAShellKnowsTheCommandsAndTheirOptions() throws Exception {
        assertThat(execute("generate-completion")).isZero();
        assertThat(out.toString()).contains("tuned-bench", "--ready-within", "advise");
        Process bash = new ProcessBuilder("bash", "-n").start();
        bash.getOutputStream().write(out.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
        bash.getOutputStream().close();
        assertThat(bash.waitFor()).isZero();
    }
}
