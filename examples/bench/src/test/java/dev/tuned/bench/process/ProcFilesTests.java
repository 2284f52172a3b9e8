/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ProcFilesTests {

    @TempDir
    private Path directory;

    private ProcFiles proc;

    @BeforeEach
    void create() {
        proc = new ProcFiles(ProcessHandle.current(), directory);
    }

    private Path thread(int id, String name, long nanos) throws IOException {
        Path thread = Files.createDirectories(directory.resolve("task").resolve(Integer.toString(id)));
        Files.writeString(thread.resolve("comm"), name + "\n");
        Files.writeString(thread.resolve("schedstat"), nanos + " 17 3\n");
        return thread;
    }

    @Test
    void tellsCompilersAndCollectorsFromTheOthers() throws Exception {
        thread(1, "http-nio-8080-e", 1_000);
        thread(2, "C1 CompilerThre", 200);
        thread(3, "C2 CompilerThre", 30);
        thread(4, "GC Thread#0", 4);
        thread(5, "VM Thread", 5);

        assertThat(proc.compilerNanos()).isEqualTo(230);
        assertThat(proc.collectorNanos()).isEqualTo(9);
    }

    @Test
    void aCompilerThatHasEndedKeepsItsTime() throws Exception {
        thread(2, "C1 CompilerThre", 200);
        Path ending = thread(3, "C2 CompilerThre", 30);
        assertThat(proc.compilerNanos()).isEqualTo(230);

        Files.delete(ending.resolve("comm"));
        Files.delete(ending.resolve("schedstat"));
        Files.delete(ending);
        thread(2, "C1 CompilerThre", 250);
        thread(6, "C2 CompilerThre", 7);

        assertThat(proc.compilerNanos()).isEqualTo(287);
    }

    @Test
    void knowsNothingWhereTheSystemDoesNotSay() {
        assertThat(proc.compilerNanos()).isZero();
        assertThat(proc.rssBytes()).isEqualTo(-1);
    }
}
