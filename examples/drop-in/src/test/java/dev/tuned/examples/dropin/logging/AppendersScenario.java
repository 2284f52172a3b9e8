/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.logging;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.logs.AppendersApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** The same hundred events through each appender, encoder, pattern and filter of {@code src/test/resources/logging}. */
class AppendersScenario implements Scenario {

    private static final Pattern CONSOLE = Pattern.compile("(?m)^\\[(console|console-charset|own-console)] (.*)\n?");

    @Override
    public Application application() {
        return Application.of(
                        AppendersApplication.class,
                        ClassPath.of(
                                "spring-boot-starter",
                                "net.logstash.logback:logstash-logback-encoder",
                                "co.elastic.logging:logback-ecs-encoder"))
                .arguments(
                        "--spring.application.name=shop",
                        "--logging.config=" + LogbackFile.ofCorpus(),
                        LogbackFile.SMALL_QUEUES);
    }

    @Override
    public boolean inSlice() {
        return true;
    }

    @Override
    public Duration patience() {
        return Duration.ofMinutes(4);
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        application.awaitEnd();
        Matcher console = CONSOLE.matcher(application.output());
        while (console.find()) {
            recording.add(console.group(1), "console", console.group(2));
        }
    }

    @Override
    public String normalize(String text) {
        return Times.normalize(CONSOLE.matcher(text).replaceAll(""));
    }
}
