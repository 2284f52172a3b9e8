/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.TimeBasedRollingPolicy;

/** Makes Logback's appenders as S2's file has them. */
final class Appenders {

    private static final String MDC =
            "[%X{requestId}] [%X{remoteHost}] [%X{forwardedFor}] [%X{uri}] [%X{query}] [%X{userAgent}]";

    /** S2's. */
    static final String PATTERN_WITH_METHOD =
            "%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %-5level %logger{50} %method - " + MDC + " %msg%n";

    static final String PATTERN = PATTERN_WITH_METHOD.replace("%method ", "");

    private final LoggerContext context;

    Appenders(LoggerContext context) {
        this.context = context;
    }

    Appender<ILoggingEvent> file(Path file, String pattern, boolean immediateFlush) {
        RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
        appender.setFile(file.toString());
        appender.setImmediateFlush(immediateFlush);
        TimeBasedRollingPolicy<ILoggingEvent> policy = new TimeBasedRollingPolicy<>();
        policy.setContext(context);
        policy.setParent(appender);
        policy.setFileNamePattern(file + ".%d{yyyy-MM-dd}");
        policy.setMaxHistory(7);
        policy.start();
        appender.setRollingPolicy(policy);
        return encoding("FILE", appender, pattern);
    }

    Appender<ILoggingEvent> console(String pattern) {
        return encoding("CONSOLE", new ConsoleAppender<>(), pattern);
    }

    private Appender<ILoggingEvent> encoding(
            String name, OutputStreamAppender<ILoggingEvent> appender, String pattern) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(pattern);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.start();
        appender.setEncoder(encoder);
        return started(name, appender);
    }

    <A extends Appender<ILoggingEvent>> A started(String name, A appender) {
        appender.setName(name);
        appender.setContext(context);
        appender.start();
        return appender;
    }
}
