/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.logging;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.logs.LookupApplication;
import com.example.logs.LookupCases;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** Code that looks for its appender, reads its file after the call, detaches, replaces, configures again. */
class LookupScenario implements Scenario {

    private static final Pattern CONSOLE = Pattern.compile("(?m)^(?:INFO  )?\\[console-order] (.*)\n?");
    private static final String APPENDER = """
            <appender name="@NAME@" class="ch.qos.logback.core.rolling.RollingFileAppender">
              <file>@DIR@/log</file>
              <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
                <fileNamePattern>@DIR@/log.%d{yyyy-MM}.%i</fileNamePattern>
                <maxFileSize>10MB</maxFileSize>
              </rollingPolicy>
              <encoder><pattern>%level %msg%n</pattern></encoder>
            </appender>
            """;

    @Override
    public Application application() {
        return Application.of(
                        LookupApplication.class,
                        ClassPath.of("spring-boot-starter", "net.logstash.logback:logstash-logback-encoder"))
                .arguments(
                        "--logging.config=" + LogbackFile.ofFiles("lookup", LookupCases.names(), APPENDER),
                        LogbackFile.SMALL_QUEUES);
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
            recording.add("console-order", "console", console.group(1));
        }
    }

    @Override
    public String normalize(String text) {
        return Times.normalize(CONSOLE.matcher(text).replaceAll(""));
    }
}
