/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.logging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.example.logs.ConfigurationsApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** One application after the other in a JVM, each configured by a line of {@code logging/configurations.txt}. */
class ConfigurationsScenario implements Scenario {

    private static final Path LINES =
            Path.of("src/test/resources/logging/configurations.txt").toAbsolutePath();
    private static final Pattern JAR =
            Pattern.compile(" ~?\\[[^\\[\\]\\s]+:[\\w.-]+](?=$|\\\\n|\n|\r)", Pattern.MULTILINE);
    private static final Pattern FRAME = Pattern.compile("(?m)^\\s+(at|\\.\\.\\.) .*\n");
    private static final Pattern PART = Pattern.compile("(?ms)^=== ([\\w-]+)\n(.*?)(?=^=== |\\z)");

    @Override
    public Application application() {
        return Application.of(
                        ConfigurationsApplication.class,
                        ClassPath.of("spring-boot-starter", "net.logstash.logback:logstash-logback-encoder"))
                .arguments("--spring.application.name=shop", "--logging.level.dev.tuned=off", LINES.toString());
    }

    @Override
    public Duration patience() {
        return Duration.ofMinutes(10);
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        application.awaitEnd();
        Matcher part = PART.matcher(application.output());
        while (part.find()) {
            String name = part.group(1);
            recording.add(name, "log", part.group(2));
            recording.add(
                    name, "names of jars in the log", JAR.matcher(part.group(2)).find());
            recording.add(
                    name,
                    "names of jars in files",
                    hasJars(application.directory().resolve("logs/" + name)));
        }
    }

    private static boolean hasJars(Path logs) throws IOException {
        if (!Files.isDirectory(logs)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(logs)) {
            return files.filter(Files::isRegularFile).anyMatch(file -> {
                try {
                    return JAR.matcher(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .find();
                } catch (IOException ex) {
                    throw new UncheckedIOException(ex);
                }
            });
        }
    }

    @Override
    public String normalize(String text) {
        String result =
                Times.normalize(JAR.matcher(PART.matcher(text).replaceAll("")).replaceAll(""));
        // To standard error Boot prints a stack with frames of the logging system when a configuration cannot be used.
        return result.contains("Logging system failed to initialize")
                ? FRAME.matcher(result).replaceAll("")
                : result;
    }
}
