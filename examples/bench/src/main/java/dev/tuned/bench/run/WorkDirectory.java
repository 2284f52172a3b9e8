/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.nio.file.Path;

import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.Directories;
import dev.tuned.bench.process.Watchdog;

/** A temporary directory for the files of a run. */
public record WorkDirectory(Path path) implements AutoCloseable {

    /**
     * Creates a directory.
     *
     * @param children delete it should this process be killed
     */
    public static WorkDirectory create(Children children) throws IOException {
        Path path = Directories.temporary("tuned-bench-");
        Watchdog.Guard unused =
                children.guard("sh", "-c", "rm -rf '" + path + "' || { sleep 2; rm -rf '" + path + "'; }");
        return new WorkDirectory(path);
    }

    /** Deletes the directory with all that is in it, if it is still there. */
    @Override
    public void close() throws IOException {
        Directories.delete(path);
    }
}
