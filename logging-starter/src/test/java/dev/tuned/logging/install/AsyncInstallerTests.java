/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.read.ListAppender;
import ch.qos.logback.core.spi.FilterReply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.logging.ConfiguredContext;
import dev.tuned.logging.TunedAsyncAppender;
import dev.tuned.logging.queue.CallerDataMode;
import dev.tuned.logging.queue.LoggingSettings;
import dev.tuned.logging.queue.OverflowPolicy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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

    @Test
    void anAppenderThatWritesToAStreamIsWrappedAndStaysReachable() {
        try (ConfiguredContext context = new ConfiguredContext(file("") + ROOT_FILE)) {
            Appender<ILoggingEvent> before = root(context, "FILE");
            context.install();
            assertThat(root(context, "FILE"))
                    .isInstanceOf(TunedAsyncAppender.class)
                    .isNotSameAs(before);
            assertThat(((TunedAsyncAppender) root(context, "FILE")).getAppender("FILE"))
                    .isSameAs(before);
        }
    }

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
                        .contains("FILE (" + type.getName() + ") left alone", "async.include");
                assertThat(root(context, "FILE")).isSameAs(before);
            }
            try (ConfiguredContext context = new ConfiguredContext(own + ROOT_FILE)) {
                install(context, Set.of("FILE"), Set.of());
                assertThat(root(context, "FILE")).isInstanceOf(TunedAsyncAppender.class);
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
    void oneWrapperServesAllLoggersOfASharedAppender() {
        String loggers = "<logger name='a'><appender-ref ref='FILE'/></logger>" + ROOT_FILE;
        try (ConfiguredContext context = new ConfiguredContext(file("") + loggers)) {
            context.install();
            assertThat(context.getLogger("a").getAppender("FILE"))
                    .isInstanceOf(TunedAsyncAppender.class)
                    .isSameAs(root(context, "FILE"));
        }
    }

    @Test
    void installingTwiceChangesNothing() {
        try (ConfiguredContext context = new ConfiguredContext(file("") + ROOT_FILE)) {
            InstalledLogging first = context.install();
            Appender<ILoggingEvent> sink = root(context, "FILE");
            assertThat(context.install(CallerDataMode.ON)).isSameAs(first);
            assertThat(root(context, "FILE")).isSameAs(sink);
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
            assertThat(root(context, "FILE")).isInstanceOf(TunedAsyncAppender.class);
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
            assertThat(root(context, "FILE")).isExactlyInstanceOf(FileAppender.class);
        }
    }

    @Test
    void anAppenderThatDoesNotWriteToAStreamIsLeftAlone() {
        String xml = "<appender name='LIST' class='ch.qos.logback.core.read.ListAppender'/>"
                + "<root level='INFO'><appender-ref ref='LIST'/></root>";
        try (ConfiguredContext context = new ConfiguredContext(xml)) {
            InstalledLogging installed = context.install();
            assertThat(root(context, "LIST")).isInstanceOf(ListAppender.class);
            assertThat(installed.current().describe()).contains("nothing changed");
        }
    }

    @Test
    void anAsyncAppenderOfTheUsersIsLeftAlone() throws Exception {
        String async = "<appender name='ASYNC' class='ch.qos.logback.classic.AsyncAppender'>"
                + "<queueSize>512</queueSize><discardingThreshold>0</discardingThreshold><appender-ref ref='FILE'/>"
                + "</appender><root level='INFO'><appender-ref ref='ASYNC'/></root>";
        try (ConfiguredContext context = new ConfiguredContext(file("") + async)) {
            Appender<ILoggingEvent> before = root(context, "ASYNC");
            assertThat(context.install().current().describe()).contains("ASYNC left alone", "async.include");
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
    void anAsyncAppenderOfTheUsersIsReplacedWhenAskedForByNameAndItsQueueIsNotLost() throws Exception {
        String async = "<appender name='ASYNC' class='ch.qos.logback.classic.AsyncAppender'>"
                + "<filter class='ch.qos.logback.classic.filter.ThresholdFilter'><level>WARN</level></filter>"
                + "<queueSize>4096</queueSize><neverBlock>true</neverBlock><appender-ref ref='FILE'/></appender>"
                + "<logger name='a'><appender-ref ref='ASYNC'/></logger>"
                + "<root level='INFO'><appender-ref ref='ASYNC'/></root>";
        try (ConfiguredContext context = new ConfiguredContext(file("") + async)) {
            AsyncAppender before = (AsyncAppender) root(context, "ASYNC");
            Appender<ILoggingEvent> file = before.getAppender("FILE");
            IntStream.range(0, 2000).forEach(i -> context.getLogger("b").warn("{}", i));
            LoggingSettings settings = new LoggingSettings();
            settings.include = Set.of("ASYNC");
            InstalledLogging.install(context, settings, null);
            assertThat(before.isStarted()).isFalse();
            assertThat(file.isStarted()).isTrue();
            assertThat(root(context, "ASYNC"))
                    .isInstanceOf(TunedAsyncAppender.class)
                    .isSameAs(context.getLogger("a").getAppender("ASYNC"));
            context.getLogger("b").info("denied by the filter that moved along");
            IntStream.range(2000, 4000).forEach(i -> context.getLogger("b").warn("{}", i));
            context.stop();
            assertThat(Files.readAllLines(log()))
                    .isEqualTo(
                            IntStream.range(0, 4000).mapToObj(Integer::toString).toList());
        }
    }

    /** Its lock on the file is held for one event, so what is written must not be left in a buffer. */
    @Test
    void aFileSharedByJvmsIsStillFlushedPerEvent() {
        try (ConfiguredContext context = new ConfiguredContext(file("<prudent>true</prudent>") + ROOT_FILE)) {
            context.install();
            TunedAsyncAppender sink = (TunedAsyncAppender) root(context, "FILE");
            context.getLogger("a").info("one");
            assertThat(sink.flush()).isTrue();
            assertThat(((OutputStreamAppender<?>) sink.getAppender("FILE")).isImmediateFlush())
                    .isTrue();
        }
    }

    @Test
    void aFileThatIsNotToBeFlushedPerEventIsFlushedWhenSomebodyAsks() throws Exception {
        String lazy = file("<prudent>true</prudent><immediateFlush>false</immediateFlush>");
        try (ConfiguredContext context = new ConfiguredContext(lazy + ROOT_FILE)) {
            context.install();
            context.getLogger("a").info("one");
            assertThat(((TunedAsyncAppender) root(context, "FILE")).flush()).isTrue();
            assertThat(log()).hasContent("one");
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
            return root(context, "FILE") instanceof TunedAsyncAppender;
        }
    }

    private static void install(ConfiguredContext context, Set<String> include, Set<String> exclude) {
        Duration second = Duration.ofSeconds(1);
        LoggingSettings settings = ConfiguredContext.sink(16, second, second);
        settings.include = include;
        settings.exclude = exclude;
        InstalledLogging.install(context, settings, null);
    }

    /** The appender's own filter would be the first to answer, and ours never be asked. */
    @Test
    void anAcceptingFilterOfTheUsersDoesNotKeepAnErrorInTheBuffer() throws Exception {
        String filter = "<filter class='ch.qos.logback.classic.filter.LevelFilter'>"
                + "<level>ERROR</level><onMatch>ACCEPT</onMatch></filter>";
        try (ConfiguredContext context = new ConfiguredContext(file(filter) + ROOT_FILE)) {
            Duration minute = Duration.ofMinutes(1);
            InstalledLogging.install(context, ConfiguredContext.sink(16, minute, minute), null);
            context.getLogger("a").info("before");
            context.getLogger("a").error("error");
            await().untilAsserted(() -> assertThat(Files.readAllLines(log())).containsExactly("before", "error"));
        }
    }

    @Test
    void whatTheAppendersThresholdDeniesIsNotQueued() {
        String filter = "<filter class='ch.qos.logback.classic.filter.ThresholdFilter'><level>WARN</level></filter>";
        try (ConfiguredContext context = new ConfiguredContext(file(filter) + ROOT_FILE)) {
            context.install();
            context.getLogger("a").info("denied");
            context.getLogger("a").warn("accepted");
            assertThat(((TunedAsyncAppender) root(context, "FILE")).statistics().accepted())
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

    /** One after it may exit, or throw, when the line has to be there already. */
    @Test
    void anAppenderKeepsItsPlaceAmongThoseOfItsLogger() {
        String root =
                "<root level='INFO'><appender-ref ref='A'/><appender-ref ref='FILE'/><appender-ref ref='B'/></root>";
        String other =
                "<logger name='other' additivity='false'><appender-ref ref='FILE'/><appender-ref ref='B'/></logger>";
        try (ConfiguredContext context =
                new ConfiguredContext(file("") + LIST.formatted("A") + LIST.formatted("B") + root + other)) {
            context.install();
            assertThat(names(context, "ROOT")).containsExactly("A", "FILE", "B");
            assertThat(names(context, "other")).containsExactly("FILE", "B");
            assertThat(root(context, "FILE"))
                    .isInstanceOf(TunedAsyncAppender.class)
                    .isSameAs(context.getLogger("other").getAppender("FILE"));
        }
    }

    @Test
    void anAsyncAppenderThatIsReplacedKeepsItsPlaceToo() {
        String async = "<appender name='ASYNC' class='ch.qos.logback.classic.AsyncAppender'>"
                + "<appender-ref ref='FILE'/></appender>";
        String root = "<root level='INFO'><appender-ref ref='ASYNC'/><appender-ref ref='B'/></root>";
        try (ConfiguredContext context = new ConfiguredContext(file("") + LIST.formatted("B") + async + root)) {
            LoggingSettings settings = new LoggingSettings();
            settings.include = Set.of("ASYNC");
            InstalledLogging.install(context, settings, null);
            assertThat(names(context, "ROOT")).containsExactly("ASYNC", "B");
            assertThat(root(context, "ASYNC")).isInstanceOf(TunedAsyncAppender.class);
        }
    }

    private static List<String> names(ConfiguredContext context, String logger) {
        List<String> names = new ArrayList<>();
        context.getLogger(logger).iteratorForAppenders().forEachRemaining(appender -> names.add(appender.getName()));
        return names;
    }

    @Test
    void settingsOfOneAppenderAreItsOwn() {
        try (ConfiguredContext context = new ConfiguredContext(file("") + ROOT_FILE)) {
            LoggingSettings all = new LoggingSettings();
            InstalledLogging installed = InstalledLogging.install(context, all, null);
            TunedAsyncAppender front = installed.current().tuned().get(0);
            front.setQueueSize(16);
            assertThat(front.settings().queueSize).isEqualTo(16);
            assertThat(front.statistics().capacity())
                    .as("until it is started again")
                    .isEqualTo(8192);
            assertThat(all.queueSize).isEqualTo(8192);
        }
    }

    @Test
    void appendersThatStayAsTheyAreAreNamedAndCounted() {
        String root = "<root level='INFO'><appender-ref ref='FILE'/><appender-ref ref='B'/></root>";
        try (ConfiguredContext context = new ConfiguredContext(file("") + LIST.formatted("B") + root)) {
            Installation installed = context.install().current();
            assertThat(installed.describe()).endsWith("; B left alone");
            assertThat(installed.stock()).isEqualTo(1);
        }
    }

    @Test
    void namesThatNoAppenderHasAreSaid() {
        try (ConfiguredContext context = new ConfiguredContext(file("") + ROOT_FILE)) {
            LoggingSettings settings = new LoggingSettings();
            settings.include = Set.of("FILE", "FIEL");
            settings.exclude = Set.of("CONSOEL");
            settings.overflowOf = Map.of("FLE", OverflowPolicy.BLOCK);
            InstalledLogging installed = InstalledLogging.install(context, settings, null);
            assertThat(installed.current().warnings())
                    .containsExactly("tuned logging: no appender of a logger is named CONSOEL, FIEL, FLE, as include, "
                            + "exclude or overflow-of below tuned.logging.async has it");
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
