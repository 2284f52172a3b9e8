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

    private Disk() {}

    /** Bytes that can be written where JFR keeps its files, 0 where there is no such directory. */
    static long usableBytes() {
        String repository = System.getProperty("jdk.jfr.repository");
        File directory = new File((repository != null) ? repository : System.getProperty("java.io.tmpdir"));
        return directory.getUsableSpace();
    }
}
