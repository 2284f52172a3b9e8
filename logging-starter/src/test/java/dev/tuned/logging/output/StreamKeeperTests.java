/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.recovery.ResilientFileOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.logging.ConfiguredContext;
import dev.tuned.logging.DropReason;
import dev.tuned.logging.OverflowPolicy;
import dev.tuned.logging.install.InstalledLogging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The stream is the appender's: whatever is done with it works as without a queue, and the queue comes back. */
class StreamKeeperTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final PrintStream out = System.out;
    private ConfiguredContext context;
    private InstalledLogging installed;

    @AfterEach
    void end() {
        System.setOut(out);
        context.close();
    }

    @Test
    void comesBackAfterAStopAndAStart() throws Exception {
        FileAppender<ILoggingEvent> file = file();
        log("queued");
        file.stop();
        assertThat(file.getOutputStream()).isNull();
        log("of a stopped appender");
        file.start();
        comesBack(file);
        log("again");
        isWritten("queued", "again");
    }

    /** A channel that an interrupted thread asks for anything is closed. */
    @Test
    void anInterruptedThreadThatMakesTheQueueKeepsTheFileOpen() throws Exception {
        Thread.currentThread().interrupt();
        try {
            file();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        log("line");
        isWritten("line");
    }

    @Test
    void aStreamThatIsSetByTheUserIsTakenAndTheOldOneClosed() throws Exception {
        FileAppender<ILoggingEvent> file = file();
        log("queued");
        Path other = directory.resolve("other");
        file.setOutputStream(new ResilientFileOutputStream(other.toFile(), true, 8192));
        assertThat(Files.readAllLines(log())).containsExactly("queued");
        comesBack(file);
        log("in the other");
        assertThat(installed.flushAppenders()).isTrue();
        assertThat(Files.readAllLines(other)).containsExactly("in the other");
        assertThat(Files.readAllLines(log())).containsExactly("queued");
    }

    /** As after a rollover that could not open the next file: Logback leaves the appender without a stream. */
    @Test
    void aFileThatCouldNotBeOpenedIsOpenedAgain() throws Exception {
        FileAppender<ILoggingEvent> file = file();
        log("queued");
        OutputStream closed = file.getOutputStream();
        closed.close();
        PrivateField.STREAM.set(file, null);
        await().atMost(PATIENCE).until(() -> isQueued(file));
        log("again");
        isWritten("queued", "again");
        assertThat(context.getStatusManager().getCopyOfStatusList())
                .anyMatch(status -> status.getMessage().contains("has no open file"));
    }

    /** A virtual thread that waited for the writer behind one without a carrier could wait for ever on Java 21. */
    @Test
    void whereNothingHasChangedTheWriterDoesNotAskForTheLockOfTheAppender() throws Exception {
        Set<Thread> ofOtherTests = Thread.getAllStackTraces().keySet();
        ReentrantLock lock = (ReentrantLock) Objects.requireNonNull(PrivateField.LOCK.get(file()));
        // Its thread has started before the queue was in front of the stream.
        log("queued");
        isWritten("queued");
        long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
        lock.lock();
        try {
            while (System.nanoTime() < end) {
                Map<Thread, StackTraceElement[]> ofThis = Thread.getAllStackTraces();
                ofThis.keySet().removeAll(ofOtherTests);
                assertThat(ofThis)
                        .noneSatisfy((thread, stack) -> assertThat(stack)
                                .anyMatch(frame -> frame.getClassName().endsWith("StreamKeeper")
                                        && frame.getMethodName().equals("tryLock")));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Logback casts the stream to its own class then, and locks the file. */
    @Test
    void prudentModeAtRunTimeLosesNothingAndEndsTheQueue() throws Exception {
        FileAppender<ILoggingEvent> file = file();
        log("queued");
        file.setPrudent(true);
        log("prudent");
        assertThat(Files.readAllLines(log())).containsExactly("queued", "prudent");
        await().atMost(PATIENCE).until(() -> !isQueued(file));
        log("prudent");
        file.setPrudent(false);
        comesBack(file);
        log("again");
        isWritten("queued", "prudent", "prudent", "again");
    }

    @Test
    void theStreamIsOfLogbacksClassAndHasItsChannelAndFile() throws Exception {
        FileAppender<ILoggingEvent> file = file();
        ResilientFileOutputStream stream = (ResilientFileOutputStream) file.getOutputStream();
        assertThat(stream.getFile()).isEqualTo(log().toFile());
        assertThat(stream.getChannel().isOpen()).isTrue();
        log("line");
        assertThat(installed.flushAppenders()).isTrue();
        assertThat(stream.getChannel().size()).isEqualTo(5);
    }

    @Test
    void theEndOfTheQueueGivesTheAppenderItsOwnStreamBack() throws Exception {
        FileAppender<ILoggingEvent> file = file();
        log("queued");
        installed.release("last");
        assertThat(file.getOutputStream()).isExactlyInstanceOf(ResilientFileOutputStream.class);
        log("late");
        assertThat(Files.readAllLines(log())).containsExactly("queued", "late");
    }

    @Test
    void linesLargerThanAQueueAndThanAnyWriteAreWhole() throws Exception {
        FileAppender<ILoggingEvent> file = file();
        String large = "x".repeat(9 << 20);
        log("before");
        log(large);
        log("after");
        assertThat(isQueued(file)).isTrue();
        isWritten("before", large, "after");
    }

    /** The writer needs what its caller holds. */
    @Test
    void whoLogsUnderTheLockOfTheConsoleNeitherWaitsNorLosesALine() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true));
        console(1 << 20);
        long begin = System.nanoTime();
        synchronized (System.out) {
            IntStream.range(0, 50_000).forEach(i -> log("line number " + i + " under the lock of the console"));
            assertThat(installed.flushAppenders()).isTrue();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines()).hasSize(50_000);
        assertThat(installed.statistics().get(0).dropped()).isZero();
    }

    @Test
    void anEndUnderTheLockOfTheConsoleDoesNotWaitForItself() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true));
        console(1 << 20);
        long begin = System.nanoTime();
        synchronized (System.out) {
            log("line");
            awaitBlocked("tuned-logging-CONSOLE");
            context.stop();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("line\n");
    }

    private static void awaitBlocked(String thread) {
        await().atMost(PATIENCE)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .anyMatch(each -> each.getName().equals(thread) && each.getState() == Thread.State.BLOCKED));
    }

    /** What room there is is for what is important, and the filter goes when there is room again. */
    @Test
    void whileTheConsoleStallsWhatIsBelowWarnIsDeniedAndCountedByLevel() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream() {
            @Override
            public void write(byte[] b, int off, int len) {
                await().atMost(PATIENCE).until(() -> go.getCount() == 0);
                super.write(b, off, len);
            }
        };
        System.setOut(new PrintStream(bytes, true));
        ConsoleAppender<ILoggingEvent> console = console(4096);
        context.getLogger("ROOT").setLevel(Level.DEBUG);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (installed.statistics().get(0).deniedBy().isEmpty() && System.nanoTime() < deadline) {
            log("fills the queue");
        }
        assertThat(console.getCopyOfAttachedFiltersList()).hasSize(1);
        long info = installed.statistics().get(0).deniedBy().get(Level.INFO);
        log("denied");
        context.getLogger("a").debug("denied");
        assertThat(installed.statistics().get(0).deniedBy())
                .containsEntry(Level.INFO, info + 1)
                .containsEntry(Level.DEBUG, 1L);
        go.countDown();
        assertThat(installed.flushAppenders()).isTrue();
        await().atMost(PATIENCE)
                .until(() -> console.getCopyOfAttachedFiltersList().isEmpty());
        log("written again");
        assertThat(installed.flushAppenders()).isTrue();
        await().atMost(PATIENCE)
                .until(() -> bytes.toString(StandardCharsets.UTF_8).contains("lines were not written"));
        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("written again");
        assertThat(installed.statistics().get(0).droppedBy()).containsKey(DropReason.DENIED);
    }

    private FileAppender<ILoggingEvent> file() {
        context = new ConfiguredContext("<appender name='FILE' class='ch.qos.logback.core.FileAppender'><file>" + log()
                + "</file><encoder><pattern>%msg%n</pattern></encoder></appender>"
                + "<root level='INFO'><appender-ref ref='FILE'/></root>");
        installed = context.install();
        FileAppender<ILoggingEvent> file =
                (FileAppender<ILoggingEvent>) context.getLogger("ROOT").getAppender("FILE");
        assertThat(isQueued(file)).isTrue();
        return file;
    }

    private ConsoleAppender<ILoggingEvent> console(int queueBytes) {
        context = new ConfiguredContext("<appender name='CONSOLE' class='ch.qos.logback.core.ConsoleAppender'>"
                + "<encoder><pattern>%msg%n</pattern></encoder></appender>"
                + "<root level='INFO'><appender-ref ref='CONSOLE'/></root>");
        installed = context.install(ConfiguredContext.queue(queueBytes, OverflowPolicy.BLOCK, Duration.ofSeconds(60)));
        return (ConsoleAppender<ILoggingEvent>) context.getLogger("ROOT").getAppender("CONSOLE");
    }

    private void comesBack(OutputStreamAppender<?> appender) {
        await().atMost(PATIENCE).until(() -> isQueued(appender));
    }

    private static boolean isQueued(OutputStreamAppender<?> appender) {
        return Set.of(QueuedStream.class, QueuedFileStream.class)
                .contains(
                        appender.getOutputStream() == null
                                ? Object.class
                                : appender.getOutputStream().getClass());
    }

    private void log(String line) {
        context.getLogger("a").info(line);
    }

    private Path log() {
        return directory.resolve("app.log");
    }

    private void isWritten(String... lines) throws Exception {
        assertThat(installed.flushAppenders()).isTrue();
        assertThat(Files.readAllLines(log())).isEqualTo(List.of(lines));
    }
}
