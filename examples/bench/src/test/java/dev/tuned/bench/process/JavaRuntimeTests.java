/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JavaRuntimeTests {

    private static final Path OWN = Path.of(System.getProperty("java.home"));

    @Test
    void isFoundByItsHomeAndByItsExecutable() {
        assertThat(JavaRuntime.at(OWN)).isPresent().isEqualTo(JavaRuntime.at(OWN.resolve("bin/java")));
        assertThat(JavaRuntime.at(OWN).orElseThrow().version().feature())
                .isEqualTo(Runtime.version().feature());
    }

    @Test
    void whatIsNoRuntimeIsNotTakenForOne() {
        assertThat(JavaRuntime.at(Path.of("no-such-place"))).isEmpty();
        assertThat(JavaRuntime.at(Path.of(""))).isEmpty();
        assertThat(JavaRuntime.at(Path.of("pom.xml"))).isEmpty();
    }

    @Test
    void theNewestIsAtLeastOurOwn() {
        assertThat(JavaRuntime.newest().version().feature())
                .isGreaterThanOrEqualTo(Runtime.version().feature());
    }
}
