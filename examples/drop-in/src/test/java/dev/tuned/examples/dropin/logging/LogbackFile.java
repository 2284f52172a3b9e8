/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.logging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes one configuration of Logback of many cases, each with a logger of its own, so that what throws or blocks hurts no other.
 * The logger's name says what is logged to it: {@code com.example.orders.<sequence>.<case>}.
 */
final class LogbackFile {

    /** For more appenders than an application has: each one's queue of 8 MB would fill the heap. */
    static final String SMALL_QUEUES = "--tuned.logging.async.queue-size=64KB";

    private static final Path CORPUS = Path.of("src/test/resources/logging");
    private static final Pattern LINE = Pattern.compile("(?<name>[\\w-]+)( \\((?<events>\\w+)\\))?: (?<pattern>.*)");
    private static final Pattern EVENTS = Pattern.compile("<!-- events: (\\w+) -->\n");
    private static final String FILE_APPENDER = """
            <appender name="@NAME@" class="ch.qos.logback.core.FileAppender">
              <file>@DIR@/log</file>
              <encoder><pattern>%s</pattern></encoder>
            </appender>
            """;
    private static final String LOGGER = """
            <logger name="@LOGGER@" level="TRACE" additivity="false"><appender-ref ref="@NAME@"/></logger>
            """;
    private static final String HEAD = """
            <configuration>
              <statusListener class="com.example.logs.Statuses"/>
              <include resource="org/springframework/boot/logging/logback/defaults.xml"/>
              <include resource="org/springframework/boot/logging/logback/console-appender.xml"/>
              <contextName>shop</contextName>
              <property name="corpus" value="a value" scope="context"/>
              <conversionRule conversionWord="count" class="com.example.logs.Converters$Count"/>
              <conversionRule conversionWord="total" class="com.example.logs.Converters$Total"/>
              <conversionRule conversionWord="started" class="com.example.logs.Converters$Started"/>
              <conversionRule conversionWord="fail" class="com.example.logs.Converters$Fail"/>
              <conversionRule conversionWord="log" class="com.example.logs.Converters$Log"/>
              <conversionRule conversionWord="mask" class="com.example.logs.Converters$Mask"/>
              <conversionRule conversionWord="brief" class="com.example.logs.Converters$Brief"/>
              <conversionRule conversionWord="user" class="com.example.logs.Converters$OfMdc"/>
              <conversionRule conversionWord="tenant" class="com.example.logs.Converters$OfTenant"/>
              <evaluator name="AUDITED" class="ch.qos.logback.classic.boolex.OnMarkerEvaluator">
                <marker>AUDIT</marker>
              </evaluator>
              <root level="INFO"><appender-ref ref="CONSOLE"/></root>
            """;

    private final StringBuilder xml = new StringBuilder(HEAD);

    /** A line of {@code patterns.txt} is a file with that pattern; a file of {@code appenders} has appenders as they are. */
    static Path ofCorpus() {
        LogbackFile file = new LogbackFile();
        try (Stream<String> lines = Files.lines(CORPUS.resolve("patterns.txt"));
                Stream<Path> appenders = Files.list(CORPUS.resolve("appenders"))) {
            lines.filter(line -> !line.startsWith("#")).forEach(file::addPattern);
            for (Path appender : appenders.sorted().toList()) {
                String text = Files.readString(appender);
                Matcher events = EVENTS.matcher(text);
                String name = appender.getFileName().toString().replace(".xml", "");
                file.add(name, events.find() ? events.group(1) : "standard", text);
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return file.write("appenders.xml");
    }

    /** A file {@code logs/<name>/log} for each name, which the logger {@code com.example.orders.<sequence>.<name>} writes. */
    static Path ofFiles(String sequence, List<String> names, String appender) {
        LogbackFile file = new LogbackFile();
        names.forEach(name -> file.add(name, sequence, appender));
        return file.write(sequence + ".xml");
    }

    private void addPattern(String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not of the form 'name: pattern': " + line);
        }
        String pattern = matcher.group("pattern").replace("&", "&amp;").replace("<", "&lt;");
        String events = matcher.group("events");
        add(matcher.group("name"), events == null ? "standard" : events, FILE_APPENDER.formatted(pattern));
    }

    private void add(String name, String sequence, String appenders) {
        String all = appenders.contains("<logger") ? appenders : appenders + LOGGER;
        xml.append(all.replace("@LOGGER@", "com.example.orders." + sequence + "." + name)
                .replace("@NAME@", name)
                .replace("@DIR@", "logs/" + name));
    }

    private Path write(String fileName) {
        try {
            Path file = Files.createDirectories(Path.of("target/logback")).resolve(fileName);
            String text = xml + "</configuration>\n";
            // An application that was started before may be reading it.
            if (!Files.exists(file) || !Files.readString(file).equals(text)) {
                Files.writeString(file, text);
            }
            return file.toAbsolutePath();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
