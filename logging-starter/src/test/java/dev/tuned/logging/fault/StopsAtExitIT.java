/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What Logback's context stops at the end of the JVM is stopped once, in the same order as without the starter. */
@Tag("baseline")
class StopsAtExitIT {

    @TempDir
    Path directory;

    static Stream<Arguments> ends() {
        return Jdk.all().stream().flatMap(jdk -> Stream.of("exit", "SIGTERM").map(how -> Arguments.of(jdk, how)));
    }

    @ParameterizedTest
    @MethodSource("ends")
    void asWithoutTheStarter(Jdk jdk, String how) throws Exception {
        List<String> stock = stopped(jdk, how, false);
        assertThat(stock)
                .contains("turbo filter", "listener", "encoder's lines", "appender")
                .doesNotHaveDuplicates();
        assertThat(stopped(jdk, how, true)).isEqualTo(stock);
    }

    private List<String> stopped(Jdk jdk, String how, boolean enabled) throws Exception {
        Path own = Files.createDirectory(directory.resolve(enabled ? "tuned" : "stock"));
        Path file = own.resolve("own.log");
        Path configuration = Files.writeString(own.resolve("stops.xml"), StopsAtExit.configuration(file.toString()));
        String[] arguments = enabled ? new String[] {"--logging.config=" + configuration} : stock(own, configuration);
        try (FaultJvm jvm = FaultJvm.starter(jdk, own, arguments)) {
            jvm.tell("log 1000");
            if (how.equals("exit")) {
                assertThat(jvm.exit()).isZero();
            } else {
                jvm.terminate();
            }
            List<String> lines = Files.readAllLines(file);
            assertThat(lines.stream().filter(line -> line.contains("load "))).hasSize(4000);
            assertThat(lines).endsWith(StopsAtExit.FOOTER);
            assertThat(lines.stream().filter(StopsAtExit.FOOTER::equals)).hasSize(1);
            return jvm.errors().stream()
                    .filter(line -> line.startsWith(StopsAtExit.STOPPED))
                    .map(line -> line.substring(StopsAtExit.STOPPED.length()))
                    .toList();
        }
    }

    /** A file that is excluded. */
    private static String[] stock(Path directory, Path configuration) {
        assertThat(directory).isDirectory();
        return new String[] {"--logging.config=" + configuration, "--tuned.logging.async.exclude=FILE"};
    }
}
