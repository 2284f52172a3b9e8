/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.lang.management.ManagementFactory;

import com.sun.management.UnixOperatingSystemMXBean;

/** Files and sockets that this process may open. */
final class OpenFiles {

    private OpenFiles() {}

    /** The limit; as good as none where the operating system or the JVM does not tell. */
    static long limit() {
        return (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix)
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }
}
