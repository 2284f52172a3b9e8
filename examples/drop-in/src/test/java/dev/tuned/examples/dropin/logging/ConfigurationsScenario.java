/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.logging;

import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    private static final Pattern PART = Pattern.compile("(?ms)^=== ([\\w-]+)\n(.*?)(?=^=== |\\z)");

    @Override
    public Application application() {
        return Application.of(
                        ConfigurationsApplication.class,
                        ClassPath.of("spring-boot-starter", "net.logstash.logback:logstash-logback-encoder"))
                .arguments("--spring.application.name=shop", LINES.toString());
    }

    @Override
    public Duration patience() {
        return Duration.ofMinutes(4);
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        application.awaitEnd();
        Matcher part = PART.matcher(application.output());
        while (part.find()) {
            recording.add(part.group(1), "log", part.group(2));
        }
    }

    @Override
    public String normalize(String text) {
        return Times.normalize(PART.matcher(text).replaceAll(""));
    }
}
