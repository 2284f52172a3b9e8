/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.recording;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("without-boot")
class TargetJvmTests {

    @Test
    void theCommandLineOfAProcessIsTakenWithoutPortsAndPasswords() {
        TargetJvm.CommandLine line = TargetJvm.CommandLine.of(
                List.of(
                        "/jdk/bin/java",
                        "-Xmx1g",
                        "-Dkey.store.password=a",
                        "-jar",
                        "app.jar",
                        "--server.port=8080",
                        "--db.password=b",
                        "--shop.name=c",
                        ""),
                Path.of("/srv"));
        assertThat(line.jar()).isEqualTo(Path.of("/srv/app.jar"));
        assertThat(line.jvmFlags()).containsExactly("-Xmx1g", "-Dkey.store.password=HIDDEN");
        assertThat(line.arguments()).containsExactly("--db.password=HIDDEN", "--shop.name=c");
    }

    @Test
    void aServiceThatWasNotStartedFromAJarHasNone() {
        assertThat(TargetJvm.CommandLine.of(List.of("java", "-cp", "classes", "Main"), Path.of("/srv"))
                        .jar())
                .isNull();
    }

    @Test
    void aServiceThatHasEndedIsNotOneThatDoesNotAnswer() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process ended = new ProcessBuilder(java.toString(), "-version").start();
        ended.waitFor();
        TargetJvm target = new TargetJvm(ended.pid(), java, 17);
        assertThatExceptionOfType(CannotLookException.class)
                .isThrownBy(() -> target.ask("VM.version"))
                .withMessage("process " + ended.pid() + " has ended");
    }
}
