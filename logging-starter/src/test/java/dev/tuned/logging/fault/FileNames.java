/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.File;

import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.TimeBasedRollingPolicy;

import dev.tuned.logging.ConfiguredContext;
import dev.tuned.logging.install.InstalledLogging;

/** Logs to a file whose name is not of the JVM's character set, or unusual. Its arguments are the name's kind, that of the appender, and the directory. */
@SuppressWarnings("SystemOut")
final class FileNames {

    static final int LINES = 3000;

    private FileNames() {}

    /** Runs. */
    public static void main(String[] arguments) {
        String name = switch (arguments[0]) {
            case "umlaut" -> "gr\u00f6\u00dfe.log";
            case "kanji" -> "\u8a18\u9332.log";
            case "newline" -> "of two\nlines.log";
            case "space" -> "app.log ";
            case "directory" -> "\u00fcber" + File.separator + "app.log";
            default -> throw new IllegalArgumentException(arguments[0]);
        };
        ConfiguredContext context = new ConfiguredContext("");
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%msg%n");
        encoder.start();
        FileAppender<ILoggingEvent> appender =
                arguments[1].equals("rolling") ? rolling(context, arguments[2]) : new FileAppender<>();
        appender.setContext(context);
        appender.setName("FILE");
        appender.setFile(arguments[2] + File.separator + name);
        appender.setEncoder(encoder);
        appender.start();
        context.getLogger("ROOT").addAppender(appender);
        InstalledLogging installed = context.install();
        for (int i = 0; i < LINES; i++) {
            context.getLogger("a").info("line {}", i);
        }
        installed.flushAppenders();
        System.err.println(
                "returned " + installed.statistics() + " " + installed.current().warnings());
        context.stop();
    }

    private static FileAppender<ILoggingEvent> rolling(ConfiguredContext context, String directory) {
        RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
        TimeBasedRollingPolicy<ILoggingEvent> policy = new TimeBasedRollingPolicy<>();
        policy.setContext(context);
        policy.setParent(appender);
        policy.setFileNamePattern(directory + "/rolled.%d{yyyy-MM}");
        policy.start();
        appender.setRollingPolicy(policy);
        return appender;
    }
}
