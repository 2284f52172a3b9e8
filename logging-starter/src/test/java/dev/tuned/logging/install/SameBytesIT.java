/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.MarkerFactory;
import org.slf4j.spi.LoggingEventBuilder;
import org.slf4j.spi.MDCAdapter;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

import dev.tuned.logging.ConfiguredContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two appenders of one configuration on one logger, one of them excluded: their lines are the same, byte for byte, whatever encodes them
 * and whatever happens to what was logged after the call.
 */
@Tag("thorough")
class SameBytesIT {

    private static final int LINES = 200;
    /** Stands in front of each line, with the name of its thread. */
    private static final String MARK = "\n--8<--";

    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;
    private static final String BOOT = "org.springframework.boot.logging.logback.StructuredLogEncoder";
    private static final String WRAPPING = "ch.qos.logback.core.encoder.LayoutWrappingEncoder";
    private static final String JSON = "logging.structured.json.stacktrace.";
    private static final Pattern DATE_OF_HEADER = Pattern.compile("Log session start time [^<]*<");

    @TempDir
    Path directory;

    /**
     * How lines are encoded.
     *
     * @param properties those of Spring, for Boot's encoders
     * @param stateful whether a line depends on the ones that its encoder had before
     */
    private record Case(String encoder, Map<String, String> properties, boolean stateful) {

        @Override
        public String toString() {
            return properties.isEmpty() ? encoder : encoder + " " + properties;
        }
    }

    static Stream<Case> all() {
        return Stream.of(patterns(), boots(), others(), logstash(), stateful()).flatMap(cases -> cases);
    }

    static Stream<Case> stateless() {
        return all().filter(each -> !each.stateful);
    }

    private static Stream<Case> patterns() {
        return Stream.of(
                        "%d %date{ISO8601} %date{\"HH:mm:ss,SSS\", UTC} %ms %micros %ep %epoch{seconds} %r %relative",
                        "%-5level %le %p [%15.15thread] %t %lo{0} %logger{20} %c{1} %m %msg %message",
                        "%msg %C %class{20} %M %method %L %line %F %file",
                        "%msg %caller{2} %caller{1..3}",
                        "%msg %X %mdc{request} %X{traceId:-none} %mdc{spanId} %mdc{absent:-default}",
                        "%msg%n%ex",
                        "%msg%n%ex{short}%exception{3}%throwable{full, com.example}",
                        "%msg%n%rEx{4}%rootException",
                        "%msg%n%xEx{3}%xThrowable",
                        "%msg %nopex",
                        "%msg %cn %contextName %property{later} %property{absent:-none}",
                        "%msg %marker %kvp %kvp{SINGLE} %kvp{NONE} %maskedKvp{state}",
                        "%replace(%msg){'\\d', '#'} %replace(%replace(%kvp){'s', 'S'}){'tate', 'TATE'} %msg",
                        "%red(%msg) %highlight(%-5level) %boldCyan(%logger{5}) %gray([%thread]) %boldWhite(%green(%kvp))",
                        "%-60(%d{HH:mm} [%.-10thread] %-30.30(%logger %(%level))) %20.-5msg %prefix(%level %msg %logger)",
                        "%sn %sequenceNumber %msg")
                .map(pattern -> pattern("", pattern + "%n"));
    }

    private static Case pattern(String settings, String pattern) {
        return new Case("<encoder>" + settings + "<pattern>" + pattern + "</pattern></encoder>", Map.of(), false);
    }

    private static Stream<Case> boots() {
        return Stream.of(
                pattern("", "${CONSOLE_LOG_PATTERN}"),
                pattern("", "${FILE_LOG_PATTERN}"),
                pattern("", "%clr(%msg){faint} %clr(%5p) %applicationName %correlationId %wEx{5}%wex%n"),
                structured("ecs"),
                structured("ecs", "root", "first"),
                structured("ecs", "max-length", "700", "max-throwable-depth", "3", "include-hashes", "true"),
                structured("gelf"),
                structured("gelf", "root", "first", "include-common-frames", "true"),
                structured("logstash"),
                structured("logstash", "printer", "standard", "max-length", "300"));
    }

    private static Case structured(String format, String... stackTrace) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (int i = 0; i < stackTrace.length; i += 2) {
            properties.put(JSON + stackTrace[i], stackTrace[i + 1]);
        }
        return new Case("<encoder class='" + BOOT + "'><format>" + format + "</format></encoder>", properties, false);
    }

    private static Stream<Case> others() {
        String layout = "<layout class='ch.qos.logback.classic.";
        return Stream.of(
                pattern("<charset>UTF-16LE</charset>", "%msg é€%n"),
                pattern(
                        "<charset>ISO-8859-1</charset><outputPatternAsHeader>true</outputPatternAsHeader>",
                        "%msg é€%n"),
                pattern("", "%msg without a new line"),
                of("ch.qos.logback.classic.encoder.JsonEncoder", ""),
                of(
                        "ch.qos.logback.classic.encoder.JsonEncoder",
                        "<withFormattedMessage>true</withFormattedMessage><withArguments>false</withArguments>"),
                of(
                        WRAPPING,
                        layout
                                + "log4j.XMLLayout'><locationInfo>true</locationInfo><properties>true</properties></layout>"),
                of(WRAPPING, layout + "layout.TTLLLayout'/>"),
                of(WRAPPING, layout + "PatternLayout'><pattern>%level %msg %kvp%n</pattern></layout>"),
                pattern("", "%local %msg %local%n"));
    }

    private static Stream<Case> logstash() {
        String encoder = "net.logstash.logback.encoder.";
        String providers = "<providers><timestamp/><version/><message/><rawMessage/><loggerName/><threadName/>"
                + "<logLevel/><logLevelValue/><callerData/><mdc/><context/><contextName/><tags/><logstashMarkers/>"
                + "<keyValuePairs/><arguments/><pattern><pattern>{\"text\": \"%msg %kvp\", \"number\": \"#asLong{%X{number}}\"}"
                + "</pattern></pattern><throwableClassName/><throwableMessage/><throwableRootCauseClassName/>"
                + "<stackHash/><stackTrace/></providers>";
        return Stream.of(
                of(encoder + "LogstashEncoder", ""),
                of(
                        encoder + "LogstashEncoder",
                        "<includeCallerData>true</includeCallerData><shortenedLoggerNameLength>10</shortenedLoggerNameLength>"
                                + "<includeMdcKeyName>request</includeMdcKeyName>"
                                + "<customFields>{\"application\": \"shop\"}</customFields>"
                                + "<throwableConverter class='net.logstash.logback.stacktrace.ShortenedThrowableConverter'>"
                                + "<maxDepthPerThrowable>5</maxDepthPerThrowable><rootCauseFirst>true</rootCauseFirst>"
                                + "</throwableConverter>"),
                of(encoder + "LoggingEventCompositeJsonEncoder", providers));
    }

    private static Stream<Case> stateful() {
        String html = "<layout class='ch.qos.logback.classic.html.HTMLLayout'>"
                + "<pattern>%relative%level%logger%mdc%msg%kvp</pattern></layout>";
        return Stream.of(
                // Its rows are even and odd in turn.
                new Case("<encoder class='" + WRAPPING + "'>" + html + "</encoder>", Map.of(), true),
                new Case("<encoder class='" + Numbering.class.getName() + "'/>", Map.of(), true),
                new Case(
                        "<encoder class='net.logstash.logback.encoder.LoggingEventCompositeJsonEncoder'><providers>"
                                + "<sequence/><message/></providers></encoder>",
                        Map.of(),
                        true));
    }

    private static Case of(String encoder, String inside) {
        return new Case("<encoder class='" + encoder + "'>" + inside + "</encoder>", Map.of(), false);
    }

    @ParameterizedTest
    @MethodSource("all")
    void areWrittenByOneThread(Case each) throws Exception {
        try (ConfiguredContext context = context(each)) {
            InstalledLogging installed = install(context);
            for (int i = 0; i < LINES; i++) {
                log(context, i);
                context.putProperty("later", "p" + i);
            }
            isQueued(installed, LINES);
        }
        assertThat(written("QUEUED")).isEqualTo(written("STOCK"));
        assertThat(written("STOCK").split(Pattern.quote(MARK))).hasSizeGreaterThan(LINES);
    }

    @ParameterizedTest
    @MethodSource("stateless")
    void areWrittenByEightThreads(Case each) throws Exception {
        areWrittenBy(8, 100, false, each);
    }

    /** Virtual ones where Java has them. */
    @ParameterizedTest
    @MethodSource("stateless")
    void areWrittenByTwoHundredThreads(Case each) throws Exception {
        areWrittenBy(200, 5, Runtime.version().feature() >= FIRST_WITH_VIRTUAL_THREADS, each);
    }

    private void areWrittenBy(int threads, int lines, boolean virtual, Case each) throws Exception {
        try (ConfiguredContext context = context(each);
                SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("caller-")) {
            executor.setVirtualThreads(virtual);
            InstalledLogging installed = install(context);
            CountDownLatch done = new CountDownLatch(threads);
            for (int t = 0; t < threads; t++) {
                executor.execute(() -> {
                    for (int i = 0; i < lines; i++) {
                        log(context, i);
                    }
                    done.countDown();
                });
            }
            done.await();
            isQueued(installed, threads * lines);
        }
        Map<String, List<String>> stock = byThread("STOCK");
        assertThat(stock).hasSize(threads);
        assertThat(stock.values()).allMatch(own -> own.size() >= lines);
        assertThat(byThread("QUEUED")).isEqualTo(stock);
    }

    /** Its numbers begin with the time at which the encoder was made. */
    @Test
    void localSequenceNumbersGoUpByOne() throws Exception {
        try (ConfiguredContext context = context(pattern("", "%lsn%n"))) {
            InstalledLogging installed = install(context);
            IntStream.range(0, LINES).forEach(i -> context.getLogger("a").info("line"));
            isQueued(installed, LINES);
        }
        assertThat(numbers("QUEUED")).hasSize(LINES).isEqualTo(numbers("STOCK"));
    }

    private List<Long> numbers(String name) throws Exception {
        List<Long> numbers = byThread(name).values().iterator().next().stream()
                .map(line -> Long.valueOf(line.strip()))
                .toList();
        return numbers.stream().map(number -> number - numbers.get(0)).toList();
    }

    private ConfiguredContext context(Case each) {
        ConfiguredContext context = new ConfiguredContext("");
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", Map.copyOf(each.properties)));
        context.putObject(Environment.class.getName(), environment);
        context.configure("<include resource='org/springframework/boot/logging/logback/defaults.xml'/>"
                + "<conversionRule conversionWord='local' class='" + OfTheThread.class.getName() + "'/>"
                + appender("QUEUED", each.encoder)
                + appender("STOCK", each.encoder)
                + "<root level='TRACE'><appender-ref ref='QUEUED'/><appender-ref ref='STOCK'/></root>");
        context.getLogger("ROOT").iteratorForAppenders().forEachRemaining(appender -> {
            OutputStreamAppender<ILoggingEvent> stream = (OutputStreamAppender<ILoggingEvent>) appender;
            assertThat(stream.isStarted()).isTrue();
            stream.setEncoder(new Marking(stream.getEncoder()));
        });
        return context;
    }

    private String appender(String name, String encoder) {
        return "<appender name='" + name + "' class='ch.qos.logback.core.FileAppender'><file>" + directory.resolve(name)
                + "</file>" + encoder + "</appender>";
    }

    private static InstalledLogging install(ConfiguredContext context) {
        return context.install(ConfiguredContext.settings(Set.of(), Set.of("STOCK")));
    }

    /** Otherwise stock would be compared with stock. */
    private static void isQueued(InstalledLogging installed, int lines) {
        assertThat(installed.flushAppenders()).isTrue();
        assertThat(installed.statistics()).singleElement().satisfies(now -> {
            assertThat(now.name()).isEqualTo("QUEUED");
            assertThat(now.written()).isGreaterThanOrEqualTo(lines).isEqualTo(now.accepted());
        });
    }

    /** Everything changes after the call: the builder, its arguments, the exception, the MDC. */
    private static void log(ConfiguredContext context, int i) {
        Logger logger = context.getLogger("com.example.shop.Orders");
        MDCAdapter mdc = context.getMDCAdapter();
        mdc.put("request", "r" + i);
        mdc.put("number", Integer.toString(i));
        mdc.put("traceId", "4bf92f3577b34da6a3ce929d0e0e4736");
        mdc.put("spanId", "00f067aa0ba902b" + i % 10);
        Map<String, Object> argument = new LinkedHashMap<>(Map.of("count", i));
        AtomicInteger state = new AtomicInteger(i);
        Exception thrown = new IllegalStateException("thrown " + i, new RuntimeException("cause\nof two lines"));
        thrown.addSuppressed(new IllegalArgumentException("suppressed"));
        LoggingEventBuilder builder =
                logger.atInfo().setMessage("line {} of {}").addArgument(state).addArgument(argument);
        builder.addKeyValue("state", state);
        builder.addMarker(MarkerFactory.getMarker("AUDIT"));
        if (i % 10 == 0) {
            builder.setCause(thrown);
        }
        builder.log();
        builder.addKeyValue("later", "a key that came later");
        state.set(-1);
        argument.put("later", "changed");
        mdc.put("request", "another");
        thrown.addSuppressed(new IllegalStateException("later"));
        thrown.setStackTrace(new StackTraceElement[0]);
        logger.debug("plain {}", argument, thrown);
        mdc.clear();
        if (i % 50 == 49) {
            logger.warn("large {}", "x".repeat(100_000));
        }
    }

    private String written(String name) throws Exception {
        String text = Files.readString(directory.resolve(name), StandardCharsets.ISO_8859_1);
        return DATE_OF_HEADER.matcher(text).replaceFirst("");
    }

    private Map<String, List<String>> byThread(String name) throws Exception {
        Map<String, List<String>> lines = new LinkedHashMap<>();
        String text = written(name);
        String[] marked = text.substring(text.indexOf(MARK) + MARK.length()).split(Pattern.quote(MARK));
        for (String each : marked) {
            int end = each.indexOf('\n');
            lines.computeIfAbsent(each.substring(0, end), thread -> new ArrayList<>())
                    .add(each.substring(end + 1));
        }
        return lines;
    }

    /** Tells the lines of threads apart. */
    private static final class Marking extends EncoderBase<ILoggingEvent> {

        private final Encoder<ILoggingEvent> encoder;

        Marking(Encoder<ILoggingEvent> encoder) {
            this.encoder = encoder;
        }

        @Override
        public byte[] headerBytes() {
            return encoder.headerBytes();
        }

        @Override
        public byte[] encode(ILoggingEvent event) {
            byte[] line = encoder.encode(event);
            byte[] mark = (MARK + Thread.currentThread().getName() + "\n").getBytes(StandardCharsets.US_ASCII);
            byte[] all = new byte[mark.length + line.length];
            System.arraycopy(mark, 0, all, 0, mark.length);
            System.arraycopy(line, 0, all, mark.length, line.length);
            return all;
        }

        @Override
        public byte[] footerBytes() {
            return encoder.footerBytes();
        }
    }

    /** Numbers its lines. */
    public static final class Numbering extends EncoderBase<ILoggingEvent> {

        private long number;

        @Override
        public byte[] headerBytes() {
            return "begin\n".getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public byte[] encode(ILoggingEvent event) {
            number++;
            return (number + " " + event.getFormattedMessage() + "\n").getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] footerBytes() {
            return ("end of " + number + "\n").getBytes(StandardCharsets.US_ASCII);
        }
    }

    /** How many lines its thread has had before, and which thread that is. */
    public static final class OfTheThread extends ClassicConverter {

        private final ThreadLocal<Integer> before = ThreadLocal.withInitial(() -> 0);

        @Override
        public String convert(ILoggingEvent event) {
            before.set(before.get() + 1);
            return Thread.currentThread().getName() + " " + before.get();
        }
    }
}
