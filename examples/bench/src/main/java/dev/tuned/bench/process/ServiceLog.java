/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the log of a service says of a start that failed. */
final class ServiceLog {

    /** The message of Spring Boot for a port in use, that of the service or of the management server. */
    private static final Pattern PORT_IN_USE = Pattern.compile("Port (\\d+) was already in use");

    private ServiceLog() {}

    /** The port that the service found in use; -1 for none. */
    static int portInUse(Path log) {
        try {
            Matcher inUse = PORT_IN_USE.matcher(Files.readString(log, StandardCharsets.ISO_8859_1));
            return inUse.find() ? Integer.parseInt(inUse.group(1)) : -1;
        } catch (IOException ex) {
            return -1;
        }
    }

    /**
     * Why a service did not start.
     *
     * @param port the port in use
     * @param own the port that was chosen for it
     */
    static String notStarted(int port, int own) {
        return "did not start: its port " + port + " is in use"
                + (port == own
                        ? ""
                        : "; services run side by side here, so that it needs an argument that sets this port to 0,"
                                + " such as --management.server.port=0");
    }
}
