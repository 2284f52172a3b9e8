/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.soak;

import java.io.IOException;

import dev.tuned.examples.beforeafter.catalog.Shell;

/** The limit that Linux has for the size of a process's files: a write beyond it fails as on a full disk. */
final class FileSizeLimit {

    /** Room in a log file for a few lines and the beginning of another. */
    static final int ROOM_BYTES = 777;

    private FileSizeLimit() {}

    /** Sets the limit of a process in bytes. */
    static void set(long pid, long bytes) throws IOException, InterruptedException {
        Shell.run("prlimit", "--pid", Long.toString(pid), "--fsize=" + bytes + ":unlimited");
    }

    /** Removes the limit of a process. */
    static void remove(long pid) throws IOException, InterruptedException {
        Shell.run("prlimit", "--pid", Long.toString(pid), "--fsize=unlimited:unlimited");
    }
}
