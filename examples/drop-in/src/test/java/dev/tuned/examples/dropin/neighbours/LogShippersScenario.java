/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

import com.example.neighbours.shippers.ShippersApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Scenario;
import dev.tuned.examples.dropin.Starter;

/** Appenders and encoders of others beside the logging starter; the application fails where one of them got nothing. */
class LogShippersScenario implements Scenario {

    private static final Pattern LOKI_PORT = Pattern.compile("127\\.0\\.0\\.1:\\d+/push");

    @Override
    public Application application() {
        return Application.of(
                        ShippersApplication.class,
                        ClassPath.of(
                                "spring-boot-starter",
                                "net.logstash.logback:logstash-logback-encoder",
                                "io.opentelemetry.instrumentation:opentelemetry-logback-appender-1.0",
                                "io.opentelemetry:opentelemetry-sdk",
                                "io.sentry:sentry-logback",
                                "com.github.loki4j:loki-logback-appender"))
                .arguments("--logging.config="
                        + Path.of("src/test/resources/logging/neighbours/shippers.xml")
                                .toAbsolutePath());
    }

    @Override
    public Set<Starter> starters() {
        return EnumSet.of(Starter.LOGGING);
    }

    @Override
    public String normalize(String text) {
        return LOKI_PORT.matcher(text).replaceAll("<loki>");
    }
}
