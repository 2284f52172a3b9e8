/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.nio.file.Files;
import java.nio.file.Path;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Checks values of options; what is wrong becomes a message that names the option. */
record OptionChecks(CommandLine commandLine) {

    ParameterException wrong(String option, Object value, String why) {
        return new ParameterException(commandLine, "Invalid value for option '" + option + "': '" + value + "' " + why);
    }

    /** Found out before the run, not after three minutes of it. */
    void writable(String option, Path file) {
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null || !Files.isWritable(parent)) {
            throw wrong(option, file, "lies in a directory that does not exist or cannot be written to");
        }
        if (Files.isDirectory(file)) {
            throw wrong(option, file, "is a directory");
        }
    }
}
