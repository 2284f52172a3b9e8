/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

class ChildrenTests {

    /** A service that gets SIGTERM during its start does not end before it has started. */
    @Test
    @Timeout(60)
    void closingKillsAChildThatDoesNotEnd() throws IOException {
        Process process;
        try (Children children = new Children()) {
            process = children.start(
                    new ProcessBuilder("sh", "-c", "trap '' TERM; echo begun; while :; do sleep 1; done"));
            assertThat(process.inputReader().readLine()).isEqualTo("begun");
        }
        assertThat(process.isAlive()).isFalse();
        assertThat(process.exitValue()).isEqualTo(128 + 9);
    }
}
