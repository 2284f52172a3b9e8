/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
@DisabledOnOs(OS.WINDOWS)
class WatchdogTests {

    @TempDir
    private Path directory;

    @Test
    void whatWasNotTakenBackIsRunTheLastOneFirst() {
        Path log = directory.resolve("it's a log");
        try (Watchdog watchdog = new Watchdog()) {
            watchdog.guard("sh", "-c", "echo first >> \"$0\"", log.toString());
            watchdog.guard("sh", "-c", "echo second >> \"$0\"", log.toString()).close();
            watchdog.guard("sh", "-c", "echo third >> \"$0\"", log.toString());
            assertThat(log).doesNotExist();
        }
        assertThat(log).hasContent("third\nfirst");
    }
}
