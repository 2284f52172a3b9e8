/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.read.ListAppender;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.spi.FilterReply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.logging.ConfiguredContext;
import dev.tuned.logging.OverflowPolicy;
import dev.tuned.logging.queue.LoggingSettings;

import static org.assertj.core.api.Assertions.assertThat;

class AsyncInstallerTests {

    private static final String FILE = """
            <appender name="FILE" class="ch.qos.logback.core.FileAppender">
              <file>%s</file>
              %s
              <encoder><pattern>%%msg%%n</pattern></encoder>
            </appender>
            """;
    private static final String ROOT_FILE = "<root level='INFO'><appender-ref ref='FILE'/></root>";

    @TempDir
    Path directory;

    /** Made for the thread that logs, as far as anybody knows. */
    public static final class OwnFile extends FileAppender<ILoggingEvent> {}

    public static final class OwnConsole extends ConsoleAppender<ILoggingEvent> {}

    @Test
    void aSubclassOfLogbacksAppendersIsLeftAloneAndSaidUnlessItIsNamed() {
        for (Class<?> type : List.of(OwnFile.class, OwnConsole.class)) {
            String own = file("").replace(FileAppender.class.getName(), type.getName());
            try (ConfiguredContext context = new ConfiguredContext(own + ROOT_FILE)) {
                Appender<ILoggingEvent> before = root(context, "FILE");
                assertThat(before).isInstanceOf(type);
                assertThat(context.install().current().describe())
                        .contains("FILE left alone (of class " + type.getName(), "async.include");
                assertThat(isQueued(root(context, "FILE"))).isFalse();
            }
            try (ConfiguredContext context = new ConfiguredContext(own + ROOT_FILE)) {
                install(context, Set.of("FILE"), Set.of());
                assertThat(isQueued(root(context, "FILE"))).isTrue();
            }
        }
    }

    @Test
    void everyLineArrivesInOrder() throws Exception {
        try (ConfiguredContext context = new ConfiguredContext(file("") + ROOT_FILE)) {
            context.install();
            for (int i = 0; i < 20_000; i++) {
                context.getLogger("a").info("{}", i);
            }
            context.stop();
            List<String> lines = Files.readAllLines(log());
            assertThat(lines).hasSize(20_000).first().isEqualTo("0");
            assertThat(lines).isSortedAccordingTo((a, b) -> Integer.parseInt(a) - Integer.parseInt(b));
        }
    }

    @Test
    void installingTwiceChangesNothing() {
        try (ConfiguredContext context = new ConfiguredContext(file("") + ROOT_FILE)) {
            InstalledLogging first = context.install();
            assertThat(context.install()).isSameAs(first);
            assertThat(first.statistics()).hasSize(1);
        }
    }

    @Test
    void aResetEndsItAndWhatLogbackThenConfiguresIsWrappedAgain() throws Exception {
        try (ConfiguredContext context = new ConfiguredContext(file("") + ROOT_FILE)) {
            InstalledLogging installed = context.install();
            context.getLogger("a").info("one");
            context.reset();
            assertThat(installed.isStarted()).isFalse();
            assertThat(InstalledLogging.of(context)).isNull();
            context.configure(file("") + ROOT_FILE);
            assertThat(InstalledLogging.of(context)).isSameAs(installed);
            assertThat(isQueued(root(context, "FILE"))).isTrue();
            context.getLogger("a").info("two");
            context.stop();
            assertThat(Files.readAllLines(log())).containsExactly("one", "two");
        }
    }

    /** As Boot does: it may come with other settings, and installs when it is ready. */
    @Test
    void whatIsConfiguredWhileTheContextIsStoppedIsLeftToWhoeverDoesIt() {
        try (ConfiguredContext context = new ConfiguredContext(file("") + ROOT_FILE)) {
            InstalledLogging first = context.install();
            context.stop();
            context.configure(file("") + ROOT_FILE);
            assertThat(InstalledLogging.of(context)).isNull();
            context.start();
            assertThat(context.install()).isNotSameAs(first);
        }
    }

    @Test
    void afterTheLastReleaseItDoesNotComeBack() {
        try (ConfiguredContext context = new ConfiguredContext(file("") + ROOT_FILE)) {
            context.install().release("the only one");
            context.reset();
            context.configure(file("") + ROOT_FILE);
            assertThat(isQueued(root(context, "FILE"))).isFalse();
        }
    }

    @Test
    void anAppenderThatDoesNotWriteToAStreamIsLeftAlone() {
        String xml = "<appender name='LIST' class='ch.qos.logback.core.read.ListAppender'/>"
                + "<root level='INFO'><appender-ref ref='LIST'/></root>";
        try (ConfiguredContext context = new ConfiguredContext(xml)) {
            InstalledLogging installed = context.install();
            assertThat(root(context, "LIST")).isInstanceOf(ListAppender.class);
            assertThat(installed.current().describe())
                    .contains("LIST left alone (writes to no stream, or was not started)");
        }
    }

    @Test
    void aFileAppenderWithAStreamOfItsOwnIsLeftAlone() {
        try (ConfiguredContext context = new ConfiguredContext(file("") + ROOT_FILE)) {
            OutputStreamAppender<?> appender = (OutputStreamAppender<?>) root(context, "FILE");
            ByteArrayOutputStream own = new ByteArrayOutputStream();
            appender.setOutputStream(own);
            assertThat(context.install().current().describe()).contains("FILE left alone (has a stream of its own)");
            context.getLogger("a").info("one");
            assertThat(own.toString(StandardCharsets.UTF_8)).startsWith("one");
        }
    }

    @Test
    void aFlushOfTheAppendersStreamWaitsUntilAllIsWritten() throws Exception {
        try (ConfiguredContext context = new ConfiguredContext(file("") + ROOT_FILE)) {
            context.install();
            for (int i = 0; i < 100; i++) {
                context.getLogger("a").info("one");
            }
            ((OutputStreamAppender<?>) root(context, "FILE")).getOutputStream().flush();
            assertThat(Files.readAllLines(log())).hasSize(100);
        }
    }

    @Test
    void anAsyncAppenderOfTheUsersIsLeftAlone() throws Exception {
        String async = "<appender name='ASYNC' class='ch.qos.logback.classic.AsyncAppender'>"
                + "<queueSize>512</queueSize><discardingThreshold>0</discardingThreshold><appender-ref ref='FILE'/>"
                + "</appender><root level='INFO'><appender-ref ref='ASYNC'/></root>";
        try (ConfiguredContext context = new ConfiguredContext(file("") + async)) {
            Appender<ILoggingEvent> before = root(context, "ASYNC");
            assertThat(context.install().current().describe())
                    .contains("ASYNC left alone", "stands in front of others, and can go");
            assertThat(root(context, "ASYNC")).isSameAs(before).isExactlyInstanceOf(AsyncAppender.class);
            Appender<ILoggingEvent> file = ((AsyncAppender) before).getAppender("FILE");
            assertThat(file).isExactlyInstanceOf(FileAppender.class);
            assertThat(((FileAppender<?>) file).isImmediateFlush()).isTrue();
            context.getLogger("a").info("one");
            context.stop();
            assertThat(Files.readAllLines(log())).containsExactly("one");
        }
    }

    @Test
    void appendersAreIncludedAndExcludedByName() {
        assertThat(wrapped(Set.of(), Set.of())).isTrue();
        assertThat(wrapped(Set.of("FILE"), Set.of())).isTrue();
        assertThat(wrapped(Set.of("OTHER"), Set.of())).isFalse();
        assertThat(wrapped(Set.of(), Set.of("FILE"))).isFalse();
    }

    private boolean wrapped(Set<String> include, Set<String> exclude) {
        try (ConfiguredContext context = new ConfiguredContext(file("") + ROOT_FILE)) {
            install(context, include, exclude);
            return isQueued(root(context, "FILE"));
        }
    }

    private static void install(ConfiguredContext context, Set<String> include, Set<String> exclude) {
        InstalledLogging.install(context, ConfiguredContext.settings(include, exclude), null);
    }

    private static boolean isQueued(Appender<ILoggingEvent> appender) {
        return ((OutputStreamAppender<?>) appender)
                .getOutputStream()
                .getClass()
                .getName()
                .contains("Queued");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<prudent>true</prudent>",
                "<triggeringPolicy class='ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy'/>"
                        + "<rollingPolicy class='ch.qos.logback.core.rolling.FixedWindowRollingPolicy'>"
                        + "<fileNamePattern>app.%i.log</fileNamePattern></rollingPolicy>"
            })
    void whatLooksAtTheFileStaysAsItIsAlsoIfItIsNamedAndThatIsSaid(String inside) {
        String xml = file(inside);
        if (inside.contains("rolling")) {
            xml = xml.replace(FileAppender.class.getName(), RollingFileAppender.class.getName());
        }
        try (ConfiguredContext context = new ConfiguredContext(xml + ROOT_FILE)) {
            Installation installed = context.install().current();
            assertThat(isQueued(root(context, "FILE"))).isFalse();
            assertThat(installed.describe()).contains("FILE left alone (");
            assertThat(installed.warnings()).isEmpty();
        }
        try (ConfiguredContext context = new ConfiguredContext(xml + ROOT_FILE)) {
            install(context, Set.of("FILE"), Set.of());
            assertThat(isQueued(root(context, "FILE"))).isFalse();
            assertThat(InstalledLogging.of(context).current().warnings())
                    .singleElement()
                    .asString()
                    .startsWith("tuned logging: appender FILE stays synchronous: ");
        }
    }

    @Test
    void whatTheAppendersThresholdDeniesIsNotQueued() {
        String filter = "<filter class='ch.qos.logback.classic.filter.ThresholdFilter'><level>WARN</level></filter>";
        try (ConfiguredContext context = new ConfiguredContext(file(filter) + ROOT_FILE)) {
            context.install();
            context.getLogger("a").info("denied");
            context.getLogger("a").warn("accepted");
            assertThat(InstalledLogging.of(context).statistics().get(0).accepted())
                    .isEqualTo(1);
        }
    }

    /** A filter of the user's is asked once, by the caller, and what it denies is not even formatted. */
    @Test
    void filtersAreAskedByTheCallerBeforeAnythingIsFormatted() throws Exception {
        String filter = "<filter class='" + Asked.class.getName() + "'/>";
        try (ConfiguredContext context = new ConfiguredContext(file(filter) + ROOT_FILE)) {
            InstalledLogging installed = context.install();
            Asked.ASKED.clear();
            Object argument = new Object() {
                @Override
                public String toString() {
                    throw new AssertionError("formatted");
                }
            };
            context.getLogger("a").info("denied {}", argument);
            context.getLogger("a").info("accepted");
            assertThat(installed.flushAppenders()).isTrue();
            assertThat(Asked.ASKED)
                    .containsExactly(
                            Thread.currentThread().getName() + " denied {}",
                            Thread.currentThread().getName() + " accepted");
            assertThat(Files.readAllLines(log())).containsExactly("accepted");
            installed.release("last");
            context.getLogger("a").info("denied {}", argument);
            context.getLogger("a").info("accepted late");
            assertThat(Asked.ASKED).hasSize(4);
            assertThat(Files.readAllLines(log())).containsExactly("accepted", "accepted late");
        }
    }

    /** Denies what says so, and notes who asks. */
    public static final class Asked extends Filter<ILoggingEvent> {

        private static final List<String> ASKED = new CopyOnWriteArrayList<>();

        @Override
        public FilterReply decide(ILoggingEvent event) {
            ASKED.add(Thread.currentThread().getName() + " " + event.getMessage());
            return event.getMessage().startsWith("denied") ? FilterReply.DENY : FilterReply.NEUTRAL;
        }
    }

    private static final String LIST = "<appender name='%s' class='ch.qos.logback.core.read.ListAppender'/>";

    @Test
    void appendersThatStayAsTheyAreAreNamedAndCounted() {
        String root = "<root level='INFO'><appender-ref ref='FILE'/><appender-ref ref='B'/></root>";
        try (ConfiguredContext context = new ConfiguredContext(file("") + LIST.formatted("B") + root)) {
            Installation installed = context.install().current();
            assertThat(installed.describe()).endsWith("; B left alone (writes to no stream, or was not started)");
            assertThat(installed.stock()).isEqualTo(1);
        }
    }

    @Test
    void namesThatNoAppenderHasAreSaid() {
        try (ConfiguredContext context = new ConfiguredContext(file("") + ROOT_FILE)) {
            LoggingSettings settings = new LoggingSettings(
                    Set.of("FILE", "FIEL"),
                    Set.of("CONSOEL"),
                    1 << 20,
                    OverflowPolicy.BLOCK,
                    Map.of("FLE", OverflowPolicy.BLOCK),
                    Duration.ofSeconds(1));
            InstalledLogging installed = InstalledLogging.install(context, settings, null);
            assertThat(installed.current().warnings())
                    .containsExactly("tuned logging: no appender of a logger is named CONSOEL, FIEL, FLE, as include, "
                            + "exclude or overflow-of below tuned.logging.async has it");
        }
    }

    @Test
    void aNameOfAnOverflowPolicyMayBeInAnyCase() {
        try (ConfiguredContext context = new ConfiguredContext(file("") + ROOT_FILE)) {
            LoggingSettings settings = new LoggingSettings(
                    Set.of(),
                    Set.of("other"),
                    1 << 20,
                    OverflowPolicy.BLOCK,
                    Map.of("file", OverflowPolicy.BLOCK_FOREVER),
                    Duration.ofSeconds(1));
            InstalledLogging installed = InstalledLogging.install(context, settings, null);
            assertThat(installed.statistics().get(0).overflow()).isEqualTo(OverflowPolicy.BLOCK_FOREVER);
            assertThat(installed.current().unknownNames()).containsExactly("other");
        }
    }

    private String file(String more) {
        return FILE.formatted(log(), more);
    }

    private Path log() {
        return directory.resolve("app.log");
    }

    private static Appender<ILoggingEvent> root(ConfiguredContext context, String name) {
        return context.getLogger("ROOT").getAppender(name);
    }
}
