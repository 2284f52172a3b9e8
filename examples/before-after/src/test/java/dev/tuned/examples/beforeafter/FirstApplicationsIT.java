/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.tuned.bench.command.RedisServer;
import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Each first application runs as its page says, and the command on its starter's page shows the effect. */
@Timeout(300)
@Tag("nightly")
class FirstApplicationsIT {

    /** On a busy machine a start takes more than the 10 s that Awaitility waits by itself. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

    @ParameterizedTest
    @CsvSource({
        "upload, /photos, '.*\"size\":104857600\\D.*'",
        "threads, /reports, '(?=[\\d\\s]*503)((200|503)\\s+){5}'"
    })
    @EnabledIf(value = "curlIsInstalled", disabledReason = "needs curl on the PATH")
    void theCommandOfThePageShowsTheEffect(String name, String path, String output, @TempDir Path directory)
            throws Exception {
        try (Children children = new Children();
                ServiceProcess service = ServiceProcess.start(variant(name), directory, children)) {
            service.awaitReady("");
            assertThat(printedBy(command(name, path), service.address().getPort()))
                    .matches(output);
        }
    }

    @Test
    @EnabledIf(value = "curlIsInstalled", disabledReason = "needs curl on the PATH")
    void whatOneInstanceEvictsTheOtherReadsAnew() throws Exception {
        assertOneChangeIsSeen(List.of());
    }

    @Test
    @Tag("nightly")
    @EnabledIf(
            value = "dev.tuned.bench.command.RedisServer#isInstalled",
            disabledReason = "needs redis-server on the PATH")
    void withRedisToo() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            assertOneChangeIsSeen(List.of("--spring.cache.type=redis", "--spring.data.redis.port=" + redis.port()));
        }
    }

    /** The script of the application's page: both get, one deletes, both get again. */
    private static void assertOneChangeIsSeen(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(Stream.of("../first/cache/run"), arguments.stream())
                .toList();
        Process script = new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> values = script.inputReader()
                .lines()
                .filter(line -> line.startsWith("GET "))
                .map(line -> line.replaceFirst("GET \\S+ ", ""))
                .toList();
        assertThat(script.waitFor()).isZero();
        assertThat(values).hasSize(4).allMatch(value -> value.startsWith("product 1, read at "));
        assertThat(values.get(1)).isEqualTo(values.get(0));
        assertThat(values.get(2)).isNotEqualTo(values.get(0)).isEqualTo(values.get(3));
    }

    @Test
    @EnabledIf(value = "curlIsInstalled", disabledReason = "needs curl on the PATH")
    void linesForABlockedConsoleAreCountedAndTheFileHasThemAll(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("orders.log");
        List<String> java = variant("logging").with("--server.port=0").command();
        try (Children children = new Children()) {
            // Nothing reads what it prints, until the end.
            Process process = children.start(new ProcessBuilder(java).directory(directory.toFile()));
            await().atMost(PATIENCE)
                    .until(() -> Files.exists(file)
                            && PORT.matcher(Files.readString(file)).find());
            Matcher port = PORT.matcher(Files.readString(file));
            assertThat(port.find()).isTrue();
            assertThat(printedBy(command("logging", "/details"), Integer.parseInt(port.group(1))))
                    .isEmpty();
            await().atMost(PATIENCE).until(() -> Files.readString(file).contains("detail 75000"));
            assertThat(Files.readAllLines(file))
                    .filteredOn(line -> line.contains(" detail "))
                    .hasSize(75_000);

            assertThat(process.inputReader()
                            .lines()
                            .filter(line -> line.contains("lines were not written"))
                            .findFirst())
                    .hasValueSatisfying(line -> assertThat(line).contains("DEBUG"));
        }
    }

    private static Variant variant(String name) {
        Path jar = Path.of("../first", name, "target", "first-%s.jar".formatted(name));
        return new Variant(name, jar.toAbsolutePath(), List.of(), List.of(), JavaRuntime.newest());
    }

    /** The command of a starter's page that sends requests to a path. */
    private static String command(String starter, String path) throws IOException {
        String page = Files.readString(Path.of("../..", starter + "-starter", "README.md"));
        Matcher command =
                Pattern.compile("`([^`]*localhost:8080" + path + "[^`]*)`").matcher(page);
        assertThat(command.find()).as(path).isTrue();
        return command.group(1).replaceAll("\\s+", " ");
    }

    private static String printedBy(String command, int port) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", command.replace("localhost:8080", "127.0.0.1:" + port))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).isZero();
        return printed;
    }

    static boolean curlIsInstalled() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "curl")));
    }
}
