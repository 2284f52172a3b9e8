/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.tuned.logging.NumberedLines.numbered;
import static dev.tuned.logging.NumberedLines.oneTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Every line is there, however the JVM ends; under load the tests of faults end it. */
@Tag("thorough")
class LinesIT {

    private static final String ALL_IN_ONE_FILE = "--logging.logback.rollingpolicy.max-file-size=4GB";

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = directory.resolve("app.log");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--logging.register-shutdown-hook=true", "--logging.register-shutdown-hook=false"})
    void mainEndingLosesNothing(String shutdownHook) throws IOException {
        try (ForkedJvm jvm = tuned("lines", shutdownHook)) {
            assertThat(jvm.awaitEnd()).isZero();
            assertThat(numbered(Files.readAllLines(file))).isEqualTo(oneTo(1000));
            assertThat(numbered(jvm.output())).isEqualTo(oneTo(1000));
        }
    }

    @Test
    void systemExitLosesNothing() throws IOException {
        try (ForkedJvm jvm = tuned("exit")) {
            assertThat(jvm.awaitEnd()).isEqualTo(3);
            assertThat(numbered(Files.readAllLines(file))).isEqualTo(oneTo(1000));
            assertThat(numbered(jvm.output())).isEqualTo(oneTo(1000));
        }
    }

    @Test
    void systemExitUnderALockThatALineNeedsLosesNothing() throws IOException {
        try (ForkedJvm jvm = tuned("exit-under-lock", "--logging.pattern.file=%msg %kvp%n")) {
            assertThat(jvm.awaitEnd()).isEqualTo(3);
            assertThat(Files.readAllLines(file)).contains("before key=\"with the lock\"");
            assertThat(Files.readAllLines(file)).contains("line 1000 ");
            assertThat(jvm.errors()).doesNotContain("not written");
        }
    }

    /** Lines of a shutdown hook that runs longer than Boot's find the appenders stopped, as without the starter. */
    @Test
    void linesLoggedInDestroyAreWritten() throws IOException {
        List<String> written = loggedAtTheEnd("--test.destroy-lines=500");
        assertThat(numbered(written, "destroyed")).isEqualTo(oneTo(500));
    }

    private List<String> loggedAtTheEnd(String... what) throws IOException {
        String[] arguments = Arrays.copyOf(what, what.length + 2);
        arguments[what.length] = "--test.lines=0";
        arguments[what.length + 1] = ALL_IN_ONE_FILE;
        try (ForkedJvm jvm = tuned("idle", arguments)) {
            jvm.awaitError("ready").terminate();
            return Files.readAllLines(file);
        }
    }

    @Test
    void killedWhenIdleNothingIsLost() throws IOException {
        try (ForkedJvm jvm = tuned("idle", "--test.lines=10")) {
            jvm.awaitError("ready");
            await().untilAsserted(
                            () -> assertThat(numbered(Files.readAllLines(file))).isEqualTo(oneTo(10)));
            await().untilAsserted(() -> assertThat(numbered(jvm.output())).isEqualTo(oneTo(10)));
            jvm.kill();
        }
    }

    @Test
    void anErrorIsFlushedAtOnceWithAllBeforeIt() throws IOException {
        try (ForkedJvm jvm = tuned("error-last", "--test.lines=10")) {
            jvm.awaitError("ready");
            await().untilAsserted(() -> assertThat(Files.readString(file)).contains("last words"));
            await().untilAsserted(() -> assertThat(jvm.output()).anyMatch(line -> line.endsWith("last words")));
            jvm.kill();
            assertThat(numbered(Files.readAllLines(file))).isEqualTo(oneTo(10));
            assertThat(numbered(jvm.output())).isEqualTo(oneTo(10));
        }
    }

    @Test
    void theFirstLineOfTheApplicationIsAlreadyAsynchronous() throws IOException {
        try (ForkedJvm jvm = tuned("none", "--debug")) {
            jvm.awaitEnd();
            assertThat(jvm.output())
                    .anyMatch(line -> line.contains("Starting LoggingApplication"))
                    .anyMatch(
                            line -> line.matches(
                                    ".*tuned logging: CONSOLE, FILE asynchronous \\(queue \\d+ KB, when full callers wait while the output makes progress\\)"));
        }
    }

    @Test
    void aFailedStartIsExplainedBeforeTheJvmEnds() throws IOException {
        try (ForkedJvm jvm = tuned("fail")) {
            assertThat(jvm.awaitEnd()).isEqualTo(1);
            assertThat(jvm.output())
                    .anyMatch(line -> line.endsWith("Application run failed"))
                    .contains("java.lang.IllegalStateException: this start fails");
        }
    }

    @Test
    void aWrongPropertyIsExplainedAndNoStackTraceIsPrinted() throws IOException {
        try (ForkedJvm jvm = tuned("none", "--tuned.logging.async.queue-size=0")) {
            assertThat(jvm.awaitEnd()).isEqualTo(1);
            assertThat(jvm.output())
                    .contains("APPLICATION FAILED TO START")
                    .anyMatch(line -> line.contains("tuned.logging.async.queue-size with value '0B' is invalid: "
                            + "it has to be between 1024B and 1073741824B"));
            assertThat(jvm.errors()).isEmpty();
        }
    }

    @Test
    void anotherLoggingSystemIsRespected() throws IOException {
        try (ForkedJvm jvm = tuned("lines", "-Dorg.springframework.boot.logging.LoggingSystem=none")) {
            assertThat(jvm.awaitEnd()).isZero();
            assertThat(jvm.output()).anyMatch(line -> line.contains("tuned logging: not active"));
        }
    }

    private ForkedJvm tuned(String mode, String... arguments) throws IOException {
        String[] all = Arrays.copyOf(arguments, arguments.length + 2);
        all[arguments.length] = "--test.mode=" + mode;
        all[arguments.length + 1] = "--logging.file.name=" + file;
        return ForkedJvm.tuned(directory, all);
    }
}
