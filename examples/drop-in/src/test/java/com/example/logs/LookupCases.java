/* SPDX-License-Identifier: Apache-2.0 */
package com.example.logs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.read.ListAppender;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.TimeBasedRollingPolicy;
import ch.qos.logback.core.spi.AppenderAttachable;
import org.slf4j.LoggerFactory;

/** What applications do with appenders, by name. */
public final class LookupCases {

    private final Map<String, Use> cases = new LinkedHashMap<>();

    private LookupCases() {
        lookingFor();
        reading();
        changing();
        detaching();
        adding();
        console();
        others();
        last();
    }

    static Map<String, Use> all() {
        return new LookupCases().cases;
    }

    public static List<String> names() {
        return List.copyOf(all().keySet());
    }

    private void lookingFor() {
        cases.put("cast", look -> ((RollingFileAppender<?>) look.appender()).getName());
        cases.put("class", look -> look.appender().getClass().getName());
        cases.put("path", look -> look.file().getFile());
        cases.put("name", look -> look.appender().getName() + look.appender().isStarted());
        cases.put("count", look -> Lookup.attached(look.logger()).size());
        cases.put(
                "instance-of-file",
                look -> Lookup.attached(look.logger()).stream().anyMatch(one -> one instanceof FileAppender<?>));
        cases.put(
                "instance-of-stream",
                look -> Lookup.attached(look.logger()).stream()
                        .anyMatch(one -> one instanceof OutputStreamAppender<?>));
        cases.put(
                "instance-of-attachable",
                look -> Lookup.attached(look.logger()).stream().anyMatch(one -> one instanceof AppenderAttachable<?>));
        cases.put(
                "all-files",
                look -> look.context().getLoggerList().stream()
                        .flatMap(logger -> Lookup.attached(logger).stream())
                        .filter(appender -> appender instanceof FileAppender<?>)
                        .count());
        cases.put("console-of-root", look -> root(look).getAppender("CONSOLE") instanceof ConsoleAppender<?>);
        cases.put(
                "encoder",
                look -> ((OutputStreamAppender<?>) look.appender()).getEncoder().getClass());
        cases.put("pattern", look -> ((PatternLayoutEncoder) look.file().getEncoder()).getPattern());
        cases.put("rolling-policy", look -> look.file().getRollingPolicy().getActiveFileName());
        cases.put(
                "filters",
                look -> look.appender().getCopyOfAttachedFiltersList().size());
        cases.put("is-attached", look -> {
            Appender<ILoggingEvent> found = look.appender();
            return look.logger().isAttached(found) + " " + (found == look.appender());
        });
        cases.put("configured-object", look -> look.context().getObject("EVALUATOR_MAP") != null);
    }

    private void reading() {
        cases.put(
                "read-after-call",
                look -> look.always(i -> {
                    look.logger().info("line {} of the test", i);
                    return look.content().contains("line " + i + " of");
                }));
        cases.put(
                "read-after-error",
                look -> look.always(i -> {
                    look.logger().error("line {} of the test", i);
                    return look.content().contains("line " + i + " of");
                }));
        cases.put(
                "size-after-call",
                look -> look.always(i -> {
                    look.logger().info("line");
                    return Files.size(look.path()) == (i + 1) * "INFO line\n".length();
                }));
        cases.put("read-later", look -> {
            look.logger().info("line");
            long end = System.nanoTime() + 20_000_000_000L;
            while (!look.content().equals("INFO line\n") && System.nanoTime() < end) {
                Thread.sleep(5);
            }
            return look.content();
        });
        cases.put("move-after-call", look -> {
            look.logger().info("for the archive");
            Files.move(look.path(), look.path().resolveSibling("moved"));
            return Files.exists(look.path());
        });
        cases.put(
                "second-process-reads",
                look -> look.always(i -> {
                    look.logger().info("line {} of the test", i);
                    try (Stream<String> lines = Files.lines(look.path())) {
                        return lines.count() == i + 1;
                    }
                }));
    }

    private void changing() {
        cases.put("change-pattern", look -> {
            look.logger().info("before");
            PatternLayoutEncoder encoder = (PatternLayoutEncoder) look.file().getEncoder();
            encoder.stop();
            encoder.setPattern("changed %msg%n");
            encoder.start();
            look.logger().info("after");
            return "changed";
        });
        cases.put("add-filter", look -> {
            look.logger().info("before");
            ThresholdFilter filter = new ThresholdFilter();
            filter.setLevel("ERROR");
            filter.start();
            look.appender().addFilter(filter);
            look.logger().info("after");
            look.logger().error("failed");
            return look.appender().getCopyOfAttachedFiltersList().size();
        });
        cases.put("change-file", look -> {
            RollingFileAppender<ILoggingEvent> file = look.file();
            look.logger().info("before");
            file.stop();
            file.setFile("logs/change-file/other");
            file.start();
            look.logger().info("after");
            return "changed";
        });
        cases.put("roll-over", look -> {
            look.logger().info("before");
            ((TimeBasedRollingPolicy<?>) look.file().getRollingPolicy())
                    .getTimeBasedFileNamingAndTriggeringPolicy()
                    .setCurrentTime(
                            System.currentTimeMillis() + Duration.ofDays(40).toMillis());
            look.logger().info("after");
            return "rolled";
        });
        // It fails: Logback knows no name of a file before its own policy has asked for a rollover.
        cases.put("roll-over-by-hand", look -> {
            look.logger().info("before");
            look.file().rollover();
            return "rolled";
        });
        cases.put("stop", look -> {
            look.logger().info("before");
            look.appender().stop();
            look.logger().info("after");
            return look.appender().isStarted();
        });
        cases.put("restart", look -> {
            look.logger().info("before");
            look.appender().stop();
            look.appender().start();
            look.logger().info("after");
            return look.appender().isStarted();
        });
        cases.put("rename", look -> {
            look.appender().setName("renamed");
            look.logger().info("line");
            return look.logger().getAppender("renamed") != null;
        });
        cases.put("flush-setting", look -> look.file().isImmediateFlush());
        cases.put("level", look -> {
            look.logger().setLevel(Level.WARN);
            look.logger().info("hidden");
            look.logger().warn("shown");
            return look.logger().getEffectiveLevel();
        });
    }

    private void detaching() {
        cases.put("detach-by-name", look -> {
            look.logger().info("before");
            boolean detached = look.logger().detachAppender(look.name());
            look.logger().info("after");
            return detached;
        });
        cases.put("detach-found", look -> {
            look.logger().info("before");
            boolean detached = look.logger().detachAppender(look.appender());
            look.logger().info("after");
            return detached;
        });
        cases.put("detach-and-attach", look -> {
            Appender<ILoggingEvent> found = look.appender();
            look.logger().info("one");
            look.logger().detachAppender(found);
            look.logger().info("two");
            look.logger().addAppender(found);
            look.logger().info("three");
            return Lookup.attached(look.logger()).size();
        });
        cases.put("detach-and-stop-all", look -> {
            look.logger().info("before");
            look.logger().detachAndStopAllAppenders();
            look.logger().info("after");
            return look.content();
        });
        cases.put("replace-by-list", look -> {
            ListAppender<ILoggingEvent> list = list(look);
            Appender<ILoggingEvent> found = look.appender();
            look.logger().detachAppender(found);
            look.logger().addAppender(list);
            look.logger().info("for the test");
            look.logger().detachAppender(list);
            look.logger().addAppender(found);
            look.logger().info("for the file");
            return list.list;
        });
    }

    private void adding() {
        cases.put("list", look -> {
            ListAppender<ILoggingEvent> list = list(look);
            look.logger().addAppender(list);
            look.logger().info("one {}", 1);
            look.logger().error("two", Events.failure("two"));
            return list.list + " " + list.list.get(0).getClass()
                    + list.list.get(0).hasCallerData();
        });
        cases.put("list-caller-data", look -> {
            ListAppender<ILoggingEvent> list = list(look);
            look.logger().addAppender(list);
            look.logger().info("one");
            return list.list.get(0).getCallerData()[0].getMethodName();
        });
        cases.put("add-file", look -> {
            look.logger().addAppender(file(look, "logs/add-file/added"));
            return look.always(i -> {
                look.logger().info("line {}", i);
                return Files.readString(Path.of("logs/add-file/added")).contains("line " + i + "\n");
            });
        });
        cases.put("hand-to-appender", look -> {
            LoggingEvent event = new LoggingEvent(
                    Logger.class.getName(), look.logger(), Level.INFO, "made {}", null, new Object[] {"by hand"});
            event.setThreadName("no thread");
            event.setTimeStamp(0);
            look.appender().doAppend(event);
            look.logger().callAppenders(event);
            return event.hasCallerData();
        });
        cases.put("encode-by-hand", look -> {
            Encoder<ILoggingEvent> encoder = look.file().getEncoder();
            LoggingEvent event =
                    new LoggingEvent(Logger.class.getName(), look.logger(), Level.INFO, "by hand", null, null);
            return new String(encoder.encode(event), StandardCharsets.UTF_8);
        });
    }

    private void console() {
        cases.put("captured-output", look -> {
            PrintStream original = System.out;
            ByteArrayOutputStream captured = new ByteArrayOutputStream();
            System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8));
            try {
                return look.always(i -> {
                    LoggerFactory.getLogger("captured").info("line {} of the test", i);
                    return captured.toString(StandardCharsets.UTF_8).contains("line " + i + " of");
                });
            } finally {
                System.setOut(original);
            }
        });
        cases.put("console-order", look -> {
            for (int i = 0; i < 20; i++) {
                LoggerFactory.getLogger("[console-order]").info("logged {}", i);
                System.out.println("[console-order] printed " + i);
            }
            return "printed";
        });
    }

    private void others() {
        cases.put("packaging-data", look -> look.context().isPackagingDataEnabled());
        cases.put("turbo-filters", look -> look.context().getTurboFilterList().size());
        cases.put("listeners", look -> look.context().getCopyOfListenerList().size());
        cases.put(
                "loggers",
                look -> look.context().getLoggerList().stream()
                        .map(Logger::getName)
                        .filter(logger -> logger.startsWith("com.example"))
                        .count());
        cases.put("clock", look -> {
            look.logger().info("first");
            look.logger().info("second");
            return look.context().getBirthTime() <= System.currentTimeMillis();
        });
    }

    /** These change what all others use. */
    private void last() {
        cases.put("configure-again", look -> {
            look.logger().info("before");
            look.context().reset();
            JoranConfigurator configurator = new JoranConfigurator();
            configurator.setContext(look.context());
            configurator.doConfigure(new ByteArrayInputStream("""
                    <configuration>
                      <appender name="AGAIN" class="ch.qos.logback.core.FileAppender">
                        <file>logs/configure-again/again</file>
                        <encoder><pattern>%level %msg%n</pattern></encoder>
                      </appender>
                      <root level="INFO"><appender-ref ref="AGAIN"/></root>
                    </configuration>
                    """.getBytes(StandardCharsets.UTF_8)));
            return look.always(i -> {
                look.logger().info("line {}", i);
                return Files.readString(Path.of("logs/configure-again/again")).contains("line " + i + "\n");
            });
        });
        cases.put("appender-after-configure", look -> {
            Appender<ILoggingEvent> again = root(look).getAppender("AGAIN");
            return again.getClass();
        });
        cases.put("reset", look -> {
            look.context().reset();
            look.logger().info("nobody reads it");
            return root(look).iteratorForAppenders().hasNext();
        });
        cases.put("programmatic", look -> {
            root(look).addAppender(file(look, "logs/programmatic/log"));
            return look.always(i -> {
                look.logger().info("line {}", i);
                return look.content().contains("line " + i + "\n");
            });
        });
    }

    private static Logger root(Lookup look) {
        return look.context().getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    private static ListAppender<ILoggingEvent> list(Lookup look) {
        ListAppender<ILoggingEvent> list = new ListAppender<>();
        list.setContext(look.context());
        list.start();
        return list;
    }

    private static FileAppender<ILoggingEvent> file(Lookup look, String path) {
        LoggerContext context = look.context();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%msg%n");
        encoder.start();
        FileAppender<ILoggingEvent> file = new FileAppender<>();
        file.setContext(context);
        file.setName("ADDED");
        file.setFile(path);
        file.setEncoder(encoder);
        file.start();
        return file;
    }

    /** What is done, and what is seen of it. */
    @FunctionalInterface
    interface Use {

        Object apply(Lookup lookup) throws Exception;
    }
}
