/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What is in the file after the JVM was ended from outside. */
class EndOfJvmIT {

    private static final String FOR_EVER = "start " + Integer.MAX_VALUE;
    private static final int QUEUE = 512;
    /** At least, with the length in front of it. */
    private static final int BYTES_OF_A_LINE = 16;
    /** Lines of one thread that the console's queue and the pipe behind it have no room for. */
    private static final int MORE_THAN_FIT = 20_000;
    /** The exit code of a JVM that ended by itself when it was asked to. */
    private static final int SIGTERM = 128 + 15;

    @TempDir
    Path directory;

    /** On the console, a pipe to this test, as well. */
    @EachJdk
    void sigtermUnderLoadLosesNoLineWhoseCallReturned(Jdk jdk) throws Exception {
        Tally console = new Tally(4);
        try (FaultJvm jvm = FaultJvm.starter(jdk, directory, FaultJvm.PIPED)) {
            Thread reader = jvm.readOutput(console);
            jvm.tell(FOR_EVER);
            awaitLoad(jvm);
            jvm.terminate();
            reader.join();
            new Tally(4).read(file()).hasNoGaps().hasAtLeast(jvm.returned());
            console.hasNoGaps().hasAtLeast(jvm.returned());
        }
    }

    /** Its file is written, and it says what became of the console. */
    @EachJdk
    void sigtermEndsAnApplicationWhoseConsoleNobodyReads(Jdk jdk) throws IOException {
        try (FaultJvm jvm =
                FaultJvm.starter(jdk, directory, FaultJvm.PIPED, "--tuned.logging.shutdown-timeout=500ms")) {
            fillConsole(jvm);
            jvm.terminate();
            assertThat(jvm.errors()).anyMatch(line -> line.contains("lines were not written to CONSOLE"));
            new Tally(4).read(file()).hasNoGaps().hasAtLeast(jvm.returned());
        }
    }

    /** As an orchestrator does by default, which kills after 30 s. */
    @Tag("nightly")
    @EachJdk
    void sigtermEndsItBeforeAnOrchestratorKills(Jdk jdk) throws IOException {
        try (FaultJvm jvm = FaultJvm.starter(jdk, directory, FaultJvm.PIPED)) {
            fillConsole(jvm);
            assertThat(jvm.terminate(Duration.ofSeconds(30))).isEqualTo(SIGTERM);
            assertThat(jvm.errors()).anyMatch(line -> line.contains("lines were not written to CONSOLE"));
            new Tally(4).read(file()).hasNoGaps().hasAtLeast(jvm.returned());
        }
    }

    @EachJdk
    void killUnderLoadLosesNoMoreThanTheQueueHolds(Jdk jdk) throws IOException {
        String settings = "<queueSize>" + QUEUE * BYTES_OF_A_LINE + "</queueSize>";
        try (FaultJvm jvm = FaultJvm.plain(jdk, directory, settings, FaultJvm.file(file()))) {
            jvm.tell(FOR_EVER);
            awaitLoad(jvm);
            jvm.kill();
            Tally tally = new Tally(4).read(file()).hasNoGaps();
            assertThat(jvm.returnedInTotal() - tally.numbered()).isLessThanOrEqualTo(QUEUE);
        }
    }

    @EachJdk
    void killWhenIdleLosesNothing(Jdk jdk) throws IOException {
        try (FaultJvm jvm = FaultJvm.plain(jdk, directory, "", FaultJvm.file(file()))) {
            jvm.tell("log 25");
            await().atMost(Duration.ofSeconds(FaultJvm.PATIENCE_SECONDS))
                    .untilAsserted(() -> new Tally(4).read(file()).hasAtLeast(25, 25, 25, 25));
            jvm.kill();
        }
        new Tally(4).read(file()).isComplete(25);
    }

    @EachJdk
    void anErrorIsTheLastWordBeforeAKill(Jdk jdk) throws IOException {
        try (FaultJvm jvm = FaultJvm.plain(jdk, directory, "", FaultJvm.file(file()))) {
            jvm.tell("log 25");
            jvm.tell("error");
            await().atMost(Duration.ofSeconds(FaultJvm.PATIENCE_SECONDS))
                    .until(() -> new Tally(4).read(file()).notes().contains("last words"));
            jvm.kill();
        }
        new Tally(4).read(file()).isComplete(25);
    }

    @EachJdk
    void logbacksOwnShutdownHookWritesWhatIsQueued(Jdk jdk) throws IOException {
        String hook = "<shutdownHook class=\"ch.qos.logback.core.hook.DefaultShutdownHook\"/>";
        try (FaultJvm jvm = FaultJvm.plain(jdk, directory, "", hook + FaultJvm.file(file()))) {
            jvm.tell("log 1000");
            jvm.terminate();
        }
        new Tally(4).read(file()).isComplete(1000);
    }

    /** Until callers go on although the pipe and the queue are full. */
    private static void fillConsole(FaultJvm jvm) throws IOException {
        jvm.tell(FOR_EVER);
        await().atMost(Duration.ofSeconds(FaultJvm.PATIENCE_SECONDS))
                .until(() -> Arrays.stream(jvm.returned()).allMatch(count -> count > MORE_THAN_FIT));
    }

    private static void awaitLoad(FaultJvm jvm) {
        await().atMost(Duration.ofSeconds(FaultJvm.PATIENCE_SECONDS))
                .until(() -> Arrays.stream(jvm.returned()).allMatch(count -> count > 1000));
    }

    private Path file() {
        return directory.resolve("app.log");
    }
}
