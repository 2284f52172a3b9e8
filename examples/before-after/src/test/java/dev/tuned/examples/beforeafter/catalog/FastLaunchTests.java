/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.process.JavaRuntime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FastLaunchTests {

    private static final JavaRuntime JAVA =
            JavaRuntime.at(Path.of(System.getProperty("java.home"))).orElseThrow();

    @TempDir
    Path directory;

    private Path jar;

    @BeforeEach
    void writeJar() throws IOException {
        jar = Files.writeString(directory.resolve("service.jar"), "one build");
    }

    @Test
    void isTrainedOnceForEachBuild() throws IOException {
        FastLaunch launch = with("-Xmx512m");
        assertThat(launch.needsTraining()).isTrue();

        train(launch);
        assertThat(launch.needsTraining()).isFalse();

        Files.writeString(jar, "the next build");
        assertThat(launch.needsTraining()).isTrue();
    }

    @Test
    void isTrainedForEachSetOfFlags() throws IOException {
        FastLaunch one = with("-Xmx512m");
        FastLaunch other = with("-Xmx512m", "-XX:+UseSerialGC");
        train(one);
        assertThat(other.needsTraining()).isTrue();

        train(other);

        assertThat(one.needsTraining()).isFalse();
        assertThat(other.needsTraining()).isFalse();
        assertThat(cache(one)).isNotEqualTo(cache(other));
    }

    @Test
    void isNotTrainedByARunThatLeftNothing() {
        assertThatThrownBy(with("-Xmx512m")::trained)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("service.jar");
    }

    private FastLaunch with(String... flags) {
        return new FastLaunch(JAVA, jar, List.of(flags));
    }

    private static void train(FastLaunch launch) throws IOException {
        Path cache = cache(launch);
        Files.createDirectories(cache.getParent());
        Files.writeString(cache, "what the JVM remembers");
        launch.trained();
    }

    private static Path cache(FastLaunch launch) {
        return launch.launch("service").command().stream()
                .filter(argument ->
                        argument.startsWith("-XX:AOTCache=") || argument.startsWith("-XX:SharedArchiveFile="))
                .map(argument -> Path.of(argument.substring(argument.indexOf('=') + 1)))
                .findFirst()
                .orElseThrow();
    }
}
