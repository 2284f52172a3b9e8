/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.recovery.ResilientFileOutputStream;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.spi.FilterReply;
import ch.qos.logback.core.status.InfoStatus;
import ch.qos.logback.core.util.FileSize;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.tuned.logging.ConfiguredContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The appender is the user's: each public method of Logback's three appenders, called on one whose stream is queued and on one of stock,
 * leaves the same state, the same status messages, and the same lines in the same files. Only {@code getOutputStream} gives our class.
 */
class AppenderInterfaceTests {

    private static final Set<Class<?>> APPENDERS =
            Set.of(ConsoleAppender.class, FileAppender.class, RollingFileAppender.class);

    @TempDir
    Path directory;

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;

    /**
     * A call of a method, between two groups of lines.
     *
     * @param method its name
     * @param of the classes it is called on
     */
    private record Operation(String method, Set<Class<?>> of, Action action) {}

    private interface Action {

        void run(OutputStreamAppender<ILoggingEvent> appender, Path directory) throws Exception;
    }

    private interface FileAction {

        void run(RollingFileAppender<ILoggingEvent> appender, Path directory) throws Exception;
    }

    /** What there is afterwards. */
    private record Outcome(
            String thrown, Map<String, String> state, List<String> statuses, Map<String, String> files) {}

    private static Operation any(String method, Action action) {
        return new Operation(method, APPENDERS, action);
    }

    private static Operation console(String method, Action action) {
        return new Operation(method, Set.of(ConsoleAppender.class), action);
    }

    private static Operation file(String method, Action action) {
        return new Operation(method, Set.of(FileAppender.class, RollingFileAppender.class), action);
    }

    private static Operation rolling(String method, FileAction action) {
        return new Operation(
                method,
                Set.of(RollingFileAppender.class),
                (appender, directory) -> action.run((RollingFileAppender<ILoggingEvent>) appender, directory));
    }

    private static FileAppender<ILoggingEvent> file(OutputStreamAppender<ILoggingEvent> appender) {
        return (FileAppender<ILoggingEvent>) appender;
    }

    private static void restart(OutputStreamAppender<?> appender) {
        appender.stop();
        appender.start();
    }

    private static List<Operation> operations() {
        return List.of(
                any("start", (appender, directory) -> appender.start()),
                any("start", (appender, directory) -> restart(appender)),
                any("stop", (appender, directory) -> appender.stop()),
                any("setName", (appender, directory) -> appender.setName("another")),
                any("setContext", (appender, directory) -> appender.setContext(new LoggerContext())),
                any("setContext", (appender, directory) -> appender.setContext(appender.getContext())),
                any("doAppend", (appender, directory) -> appender.doAppend(event(appender, "appended"))),
                any("addFilter", (appender, directory) -> appender.addFilter(denying("after 1"))),
                any("clearAllFilters", (appender, directory) -> {
                    appender.addFilter(denying("after 1"));
                    appender.clearAllFilters();
                }),
                any("getFilterChainDecision", (appender, directory) -> {
                    appender.addFilter(denying("denied"));
                    appender.addInfo(appender.getFilterChainDecision(event(appender, "denied")) + " "
                            + appender.getFilterChainDecision(event(appender, "not denied")));
                }),
                any("addStatus", (appender, directory) -> appender.addStatus(new InfoStatus("added", appender))),
                any("addInfo", (appender, directory) -> {
                    appender.addInfo("an info");
                    appender.addInfo("an info", new IllegalStateException());
                }),
                any("addWarn", (appender, directory) -> {
                    appender.addWarn("a warning");
                    appender.addWarn("a warning", new IllegalStateException());
                }),
                any("addError", (appender, directory) -> {
                    appender.addError("an error");
                    appender.addError("an error", new IllegalStateException());
                }),
                any("setEncoder", (appender, directory) -> appender.setEncoder(encoder(appender, "new %msg%n"))),
                any("setEncoder", (appender, directory) -> {
                    appender.setEncoder(encoder(appender, "new %msg%n"));
                    restart(appender);
                }),
                any("setEncoder", (appender, directory) -> appender.setEncoder(null)),
                any("setLayout", (appender, directory) -> {
                    PatternLayout layout = new PatternLayout();
                    layout.setContext(appender.getContext());
                    layout.setPattern("laid out %msg%n");
                    layout.start();
                    appender.setLayout(layout);
                }),
                any("setImmediateFlush", (appender, directory) -> appender.setImmediateFlush(false)),
                any("setImmediateFlush", (appender, directory) -> {
                    appender.setImmediateFlush(false);
                    restart(appender);
                    appender.setImmediateFlush(true);
                }),
                console(
                        "setOutputStream",
                        (appender, directory) -> appender.setOutputStream(
                                new PrintStream(Files.newOutputStream(directory.resolve("own")), true))),
                file(
                        "setOutputStream",
                        (appender, directory) -> appender.setOutputStream(new ResilientFileOutputStream(
                                directory.resolve("own").toFile(), true, 8192))),
                console("setTarget", (appender, directory) -> setTarget(appender, "System.err")),
                console("setTarget", (appender, directory) -> setTarget(appender, "nowhere")),
                console("setTarget", (appender, directory) -> {
                    setTarget(appender, "System.err");
                    restart(appender);
                }),
                console("setWithJansi", (appender, directory) -> setWithJansi(appender)),
                console("setPreferredJansiClassName", (appender, directory) -> {
                    // Logback 1.5 has no such method.
                    for (Method method : ConsoleAppender.class.getMethods()) {
                        if (method.getName().equals("setPreferredJansiClassName")) {
                            method.invoke(appender, "org.example.Absent");
                        }
                    }
                    setWithJansi(appender);
                    restart(appender);
                }),
                console("setWithJansi", (appender, directory) -> {
                    setWithJansi(appender);
                    restart(appender);
                }),
                file(
                        "setFile",
                        (appender, directory) -> file(appender)
                                .setFile(directory.resolve("other").toString())),
                file("setFile", (appender, directory) -> {
                    file(appender).setFile(directory.resolve("other").toString());
                    restart(appender);
                }),
                file("setFile", (appender, directory) -> file(appender).setFile(null)),
                file("setAppend", (appender, directory) -> file(appender).setAppend(false)),
                file("setAppend", (appender, directory) -> {
                    file(appender).setAppend(false);
                    restart(appender);
                }),
                file("setPrudent", (appender, directory) -> file(appender).setPrudent(true)),
                file("setPrudent", (appender, directory) -> {
                    file(appender).setPrudent(true);
                    restart(appender);
                }),
                file("setBufferSize", (appender, directory) -> file(appender).setBufferSize(new FileSize(100))),
                file("setBufferSize", (appender, directory) -> {
                    file(appender).setBufferSize(new FileSize(100));
                    restart(appender);
                }),
                file(
                        "openFile",
                        (appender, directory) -> file(appender)
                                .openFile(directory.resolve("other").toString())),
                file(
                        "openFile",
                        (appender, directory) ->
                                file(appender).openFile(file(appender).getFile())),
                rolling("rollover", (appender, directory) -> {
                    appender.setRollingPolicy(fixedWindow(appender, directory));
                    appender.rollover();
                    appender.doAppend(event(appender, "between"));
                    appender.rollover();
                }),
                rolling("setRollingPolicy", (appender, directory) -> {
                    appender.setRollingPolicy(fixedWindow(appender, directory));
                    appender.rollover();
                }),
                rolling("setTriggeringPolicy", (appender, directory) -> appender.setTriggeringPolicy(bySize(appender))),
                rolling("setTriggeringPolicy", (appender, directory) -> {
                    appender.setTriggeringPolicy(bySize(appender));
                    restart(appender);
                }));
    }

    @SuppressWarnings("unchecked")
    private static void setTarget(OutputStreamAppender<ILoggingEvent> appender, String target) {
        ((ConsoleAppender<ILoggingEvent>) appender).setTarget(target);
    }

    @SuppressWarnings("unchecked")
    private static void setWithJansi(OutputStreamAppender<ILoggingEvent> appender) {
        ((ConsoleAppender<ILoggingEvent>) appender).setWithJansi(true);
    }

    private static FixedWindowRollingPolicy fixedWindow(RollingFileAppender<ILoggingEvent> appender, Path directory) {
        FixedWindowRollingPolicy policy = new FixedWindowRollingPolicy();
        policy.setContext(appender.getContext());
        policy.setParent(appender);
        policy.setFileNamePattern(directory + "/fixed.%i");
        policy.start();
        return policy;
    }

    private static SizeBasedTriggeringPolicy<ILoggingEvent> bySize(RollingFileAppender<ILoggingEvent> appender) {
        SizeBasedTriggeringPolicy<ILoggingEvent> policy = new SizeBasedTriggeringPolicy<>();
        policy.setContext(appender.getContext());
        policy.setMaxFileSize(FileSize.valueOf("1MB"));
        policy.start();
        return policy;
    }

    private static PatternLayoutEncoder encoder(OutputStreamAppender<ILoggingEvent> appender, String pattern) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(appender.getContext());
        encoder.setPattern(pattern);
        encoder.start();
        return encoder;
    }

    private static Filter<ILoggingEvent> denying(String message) {
        Filter<ILoggingEvent> filter = new Filter<>() {
            @Override
            public FilterReply decide(ILoggingEvent event) {
                return event.getMessage().equals(message) ? FilterReply.DENY : FilterReply.NEUTRAL;
            }
        };
        filter.start();
        return filter;
    }

    private static ILoggingEvent event(OutputStreamAppender<ILoggingEvent> appender, String message) {
        Logger logger = ((LoggerContext) appender.getContext()).getLogger("a");
        return new LoggingEvent(Logger.FQCN, logger, Level.INFO, message, null, null);
    }

    static Stream<Named<Class<?>>> appenders() {
        return APPENDERS.stream().map(type -> Named.of(type.getSimpleName(), type));
    }

    static Stream<Object[]> calls() {
        List<Object[]> calls = new ArrayList<>();
        List<Operation> operations = operations();
        for (int i = 0; i < operations.size(); i++) {
            for (Class<?> type : operations.get(i).of) {
                calls.add(new Object[] {type.getSimpleName(), operations.get(i).method, i});
            }
        }
        return calls.stream();
    }

    @AfterEach
    void putBack() {
        System.setOut(out);
        System.setErr(err);
    }

    @ParameterizedTest
    @MethodSource("appenders")
    void everyPublicMethodIsCalledHere(Class<?> type) {
        Set<String> called = operations().stream()
                .filter(operation -> operation.of.contains(type))
                .map(Operation::method)
                .collect(Collectors.toSet());
        assertThat(Arrays.stream(type.getMethods())
                        .filter(method -> method.getDeclaringClass() != Object.class && !isGetter(method))
                        .map(Method::getName))
                .isNotEmpty()
                .allMatch(called::contains);
    }

    @ParameterizedTest
    @MethodSource("appenders")
    void everyGetterReturnsWhatItReturnedBefore(Class<?> type) throws Exception {
        captureStandardStreams();
        try (ConfiguredContext context = new ConfiguredContext(configuration(type, directory))) {
            OutputStreamAppender<ILoggingEvent> appender = appender(context);
            List<@Nullable Object> before = values(appender);
            isQueued(context.install());
            List<@Nullable Object> after = values(appender);
            assertThat(after).hasSizeGreaterThan(8);
            for (int i = 0; i < before.size(); i++) {
                if (before.get(i) instanceof List<?>
                        || before.get(i) instanceof String
                        || before.get(i) instanceof Boolean) {
                    assertThat(after.get(i)).isEqualTo(before.get(i));
                } else {
                    assertThat(after.get(i)).isSameAs(before.get(i));
                }
            }
        }
    }

    @ParameterizedTest(name = "{0}.{1} {2}")
    @MethodSource("calls")
    void aCallHasTheSameOutcome(String type, String method, int operation) throws Exception {
        Class<?> appender = APPENDERS.stream()
                .filter(each -> each.getSimpleName().equals(type))
                .findFirst()
                .orElseThrow();
        Action action = operations().get(operation).action;
        Outcome stock = outcome(appender, action, false);
        assertThat(stock.files.values().toString()).containsPattern("(before|after) 2");
        assertThat(outcome(appender, action, true)).isEqualTo(stock);
    }

    private Outcome outcome(Class<?> type, Action action, boolean tuned) throws Exception {
        Path own = Files.createDirectory(directory.resolve(tuned ? "tuned" : "stock"));
        Map<String, ByteArrayOutputStream> streams = captureStandardStreams();
        String thrown = "nothing";
        ConfiguredContext context = new ConfiguredContext(configuration(type, own));
        Map<String, String> state;
        try (context) {
            OutputStreamAppender<ILoggingEvent> appender = appender(context);
            if (tuned) {
                isQueued(context.install());
            }
            IntStream.range(0, 3).forEach(i -> context.getLogger("a").info("before " + i));
            try {
                action.run(appender, own);
            } catch (Exception ex) {
                thrown = ex.toString();
            }
            IntStream.range(0, 3).forEach(i -> context.getLogger("a").info("after " + i));
            state = state(appender, own);
        }
        List<String> statuses = context.getStatusManager().getCopyOfStatusList().stream()
                .map(status -> status.getLevel() + " "
                        + relative(status.getMessage(), own).replaceAll("[\\d:.]*\\d", "#")
                        + (status.getThrowable() == null ? "" : " " + status.getThrowable()))
                .filter(status -> !status.contains("tuned logging"))
                .toList();
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(own)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                files.put(own.relativize(path).toString(), Files.readString(path));
            }
        }
        streams.forEach((name, bytes) -> files.put(name, bytes.toString(StandardCharsets.UTF_8)));
        return new Outcome(relative(thrown, own), state, statuses, files);
    }

    private static Map<String, ByteArrayOutputStream> captureStandardStreams() {
        ByteArrayOutputStream standardOut = new ByteArrayOutputStream();
        ByteArrayOutputStream standardErr = new ByteArrayOutputStream();
        System.setOut(new PrintStream(standardOut, true));
        System.setErr(new PrintStream(standardErr, true));
        return Map.of("System.out", standardOut, "System.err", standardErr);
    }

    private static String configuration(Class<?> type, Path directory) {
        String file = type == ConsoleAppender.class ? "" : "<file>" + directory.resolve("app.log") + "</file>";
        String rolling = type != RollingFileAppender.class
                ? ""
                : "<rollingPolicy class='ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy'><fileNamePattern>"
                        + directory
                        + "/rolled.%d{yyyy-MM}.%i</fileNamePattern><maxFileSize>10MB</maxFileSize></rollingPolicy>";
        return "<appender name='APPENDER' class='" + type.getName() + "'>" + file + rolling
                + "<encoder><pattern>%msg%n</pattern></encoder></appender>"
                + "<root level='INFO'><appender-ref ref='APPENDER'/></root>";
    }

    private static OutputStreamAppender<ILoggingEvent> appender(ConfiguredContext context) {
        return (OutputStreamAppender<ILoggingEvent>)
                context.getLogger("ROOT").iteratorForAppenders().next();
    }

    /** Otherwise stock would be compared with stock. */
    private static void isQueued(InstalledLogging installed) {
        assertThat(installed.current().queues()).hasSize(1);
    }

    private static boolean isGetter(Method method) {
        return method.getParameterCount() == 0
                && (method.getName().startsWith("get")
                        || method.getName().startsWith("is")
                        || Set.of("rawFileProperty", "toString").contains(method.getName()));
    }

    private static Stream<Method> getters(Object appender) {
        return Arrays.stream(appender.getClass().getMethods())
                .filter(method -> method.getDeclaringClass() != Object.class && isGetter(method))
                .filter(method -> !method.getName().equals("getOutputStream") && !method.isBridge())
                .sorted((one, other) -> one.getName().compareTo(other.getName()));
    }

    private static List<@Nullable Object> values(Object appender) throws Exception {
        List<@Nullable Object> values = new ArrayList<>();
        for (Method getter : getters(appender).toList()) {
            values.add(getter.invoke(appender));
        }
        return values;
    }

    private static Map<String, String> state(OutputStreamAppender<?> appender, Path directory) throws Exception {
        Map<String, String> state = new TreeMap<>();
        for (Method getter : getters(appender).toList()) {
            state.put(getter.getName(), relative(value(getter, appender), directory));
        }
        state.put("getOutputStream", Boolean.toString(appender.getOutputStream() == null));
        return state;
    }

    private static String value(Method getter, Object appender) throws IllegalAccessException {
        try {
            Object value = getter.invoke(appender);
            return value instanceof Boolean || value instanceof String
                    ? value.toString()
                    : value instanceof List<?> list
                            ? list.size() + " of them"
                            : value == null ? "null" : value.getClass().getName();
        } catch (InvocationTargetException ex) {
            return ex.getCause().toString();
        }
    }

    private static String relative(String text, Path directory) {
        return text.replace(directory.toString(), "directory");
    }
}
