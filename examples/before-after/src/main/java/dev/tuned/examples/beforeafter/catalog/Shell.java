/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Commands of the operating system. */
public final class Shell {

    private static final long SECONDS = 60;

    private Shell() {}

    /** Whether the command can be started and ends with 0. */
    public static boolean works(String... command) throws InterruptedException {
        try {
            run(command);
            return true;
        } catch (IOException ex) {
            return false;
        }
    }

    /** Sends a process a signal, such as {@code TERM}. */
    public static void signal(long pid, String name) throws IOException, InterruptedException {
        run("kill", "-" + name, Long.toString(pid));
    }

    /**
     * Runs a command and returns what it says.
     *
     * @throws IOException if it cannot be started, fails, or takes longer than a minute
     */
    public static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException(String.join(" ", command) + ": " + output.strip());
        }
        return output;
    }
}
