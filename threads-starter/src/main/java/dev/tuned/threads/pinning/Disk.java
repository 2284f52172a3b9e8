/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.pinning;

import java.io.File;

/**
 * Room for JFR's files. The JVM ends itself when JFR finds no space left on its device, so a monitor has to stop before.
 *
 * <p>JFR begins a new file after 12 MB, and the stream removes those it has read: three times that is what it may need,
 * and as much again is for what others write until the next look.
 */
final class Disk {

    static final long MIN_BYTES = 64L << 20;

    /** In place of a number of bytes: there is no such directory. */
    static final long NO_DIRECTORY = -1;

    private Disk() {}

    /** Bytes that can be written where JFR keeps its files, or {@link #NO_DIRECTORY}. */
    static long usableBytes() {
        String repository = System.getProperty("jdk.jfr.repository");
        return usableBytes(new File((repository != null) ? repository : System.getProperty("java.io.tmpdir")));
    }

    /** Looks for the directory last, because it may go at any time. */
    static long usableBytes(File directory) {
        long bytes = directory.getUsableSpace();
        return (bytes > 0 || directory.isDirectory()) ? bytes : NO_DIRECTORY;
    }
}
