/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

import dev.tuned.examples.beforeafter.scenario.Selection;
import dev.tuned.examples.beforeafter.scenario.Stages;

/** Checks values of options; what is wrong becomes a message that names the option. */
final class OptionChecks {

    private final CommandLine commandLine;

    OptionChecks(CommandLine commandLine) {
        this.commandLine = commandLine;
    }

    ParameterException wrong(String option, Object value, String why) {
        return new ParameterException(commandLine, "Invalid value for option '" + option + "': '" + value + "' " + why);
    }

    void positive(String option, @Nullable Number value, double most) {
        if (value != null && !(value.doubleValue() > 0 && value.doubleValue() <= most)) {
            throw wrong(option, value, value.doubleValue() > most ? "is above " + Math.round(most) : "is not positive");
        }
    }

    void known(String option, List<String> values, List<String> known) {
        for (String value : values) {
            if (!known.contains(value)) {
                throw wrong(option, value, "is none of " + String.join(", ", known));
            }
        }
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

    /** The log family compares stock with itself and with tuned; other variants leave nothing of it. */
    void comparable(Selection selection, boolean asked) {
        if (asked && !Stages.cover(selection)) {
            throw wrong(
                    "--scenario",
                    String.join(",", selection.scenarios()),
                    "cannot be measured with the variants selected: the log scenarios need stock, most of them also tuned");
        }
    }
}
