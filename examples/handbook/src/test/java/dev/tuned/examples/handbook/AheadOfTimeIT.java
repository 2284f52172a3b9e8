/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.handbook;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.examples.catalog.CatalogApplication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The catalogue with all four starters, processed by Spring AOT as a build does it, and started from what was generated. */
class AheadOfTimeIT {

    private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

    @TempDir
    Path directory;

    @Tag("nightly")
    @Test
    void anApplicationWithAllFourIsProcessedAndStartsOnTheJvm() throws Exception {
        assumeTrue(ToolProvider.getSystemJavaCompiler() != null, "this runtime of Java has no compiler");
        Files.write(directory.resolve("a.bin"), new byte[100_000]);
        String classPath = System.getProperty("java.class.path");
        Path sources = Files.createDirectories(directory.resolve("sources"));
        Path resources = Files.createDirectories(directory.resolve("resources"));
        Path classes = Files.createDirectories(directory.resolve("classes"));
        Process processing = start(
                "processing.txt",
                configured(
                        "-cp",
                        classPath,
                        "org.springframework.boot.SpringApplicationAotProcessor",
                        CatalogApplication.class.getName(),
                        sources.toString(),
                        resources.toString(),
                        classes.toString(),
                        "com.example",
                        "example"));
        assertThat(processing.waitFor()).as(output("processing.txt")).isZero();
        compile(sources, classes, classPath);
        assertThat(classes.resolve(
                        "dev/tuned/examples/catalog/CatalogApplication__ApplicationContextInitializer.class"))
                .exists();

        Process service = start(
                "service.txt",
                configured(
                        "-Dspring.aot.enabled=true",
                        "-cp",
                        classes + ":" + resources + ":" + classPath,
                        CatalogApplication.class.getName(),
                        "--server.port=0",
                        "--catalog.files-dir=" + directory));
        try {
            Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> {
                assertThat(service.isAlive()).as(output("service.txt")).isTrue();
                return output("service.txt").contains("Started CatalogApplication");
            });
            exercise();
            assertThat(output("service.txt"))
                    .contains("Starting AOT-processed")
                    .contains("tuned upload:", "tuned logging:", "tuned cache:", "tuned threads:")
                    .doesNotContain(" ERROR ");
            service.destroy();
            assertThat(service.waitFor(40, TimeUnit.SECONDS)).isTrue();
        } finally {
            service.destroyForcibly();
        }
    }

    private void exercise() throws Exception {
        Matcher port = PORT.matcher(output("service.txt"));
        assertThat(port.find()).isTrue();
        String service = "http://127.0.0.1:" + port.group(1);
        HttpClient client = HttpClient.newHttpClient();
        for (String path : List.of("/hello", "/files/a.bin", "/actuator/health")) {
            assertThat(client.send(
                                    HttpRequest.newBuilder(URI.create(service + path))
                                            .build(),
                                    BodyHandlers.discarding())
                            .statusCode())
                    .as(path)
                    .isEqualTo(200);
        }
        String form = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\nabc\r\n--b--\r\n";
        assertThat(client.send(
                                HttpRequest.newBuilder(URI.create(service + "/uploads"))
                                        .header("Content-Type", "multipart/form-data; boundary=b")
                                        .POST(BodyPublishers.ofString(form))
                                        .build(),
                                BodyHandlers.ofString())
                        .body())
                .contains("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    /** The command with the service's settings: caches are near, in front of a Redis that is not there. */
    private static List<String> configured(String... command) {
        return Stream.concat(
                        Stream.of(command),
                        Stream.of(
                                "--spring.config.location="
                                        + Pages.ROOT
                                                .resolve("examples/catalog-tuned/src/main/resources/application.yml")
                                                .toUri(),
                                "--spring.cache.type=redis",
                                "--spring.data.redis.port=1",
                                "--tuned.cache.near=*",
                                "--management.health.redis.enabled=false"))
                .toList();
    }

    private Process start(String output, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(output).toFile())
                .start();
    }

    private String output(String name) {
        return Pages.read(directory.resolve(name));
    }

    private void compile(Path sources, Path classes, String classPath) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-cp", classes + ":" + classPath));
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::toString)
                    .forEach(arguments::add);
        }
        try (var out = Files.newOutputStream(directory.resolve("compiler.txt"))) {
            int result = ToolProvider.getSystemJavaCompiler().run(null, out, out, arguments.toArray(String[]::new));
            assertThat(result).as("compiler").isZero();
        }
    }
}
