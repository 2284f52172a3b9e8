/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;

/**
 * Checks values of options and creates messages that name the option.
 *
 * @param files the files that options name, by their paths
 */
public record OptionChecks(CommandLine commandLine, Map<Path, String> files) {

    private static final int OLDEST_JAVA = 17;

    public OptionChecks(CommandLine commandLine) {
        this(commandLine, new HashMap<>());
    }

    public ParameterException wrong(String option, Object value, String why) {
        return new ParameterException(commandLine, "Invalid value for option '" + option + "': '" + value + "' " + why);
    }

    public ParameterException wrong(String message) {
        return new ParameterException(commandLine, message);
    }

    /** The message of a failure to read a file. */
    public ParameterException wrong(Exception cause) {
        return new ParameterException(commandLine, Bench.message(cause), cause);
    }

    /** The results in a file. */
    public Results results(Path file) {
        try {
            return ResultsFile.read(file);
        } catch (IOException ex) {
            throw wrong(ex);
        }
    }

    public void between(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw wrong(option, value, "is not between " + least + " and " + most);
        }
    }

    /** Refuses a value that is not known. */
    public void oneOf(String option, String value, Collection<String> known) {
        if (!known.contains(value)) {
            throw wrong(option, value, "is none of " + String.join(", ", known));
        }
    }

    /** The runtime that an option names; the newest where it is not used. */
    public JavaRuntime runtime(String option, @Nullable Path requested) {
        JavaRuntime runtime = requested == null
                ? JavaRuntime.newest()
                : JavaRuntime.at(requested)
                        .orElseThrow(() -> wrong(option, requested, "is neither a JDK nor the java in one"));
        if (runtime.version().feature() < OLDEST_JAVA) {
            throw wrong(option, runtime.java(), "is Java " + runtime.version() + "; Java 17 or later is needed");
        }
        return runtime;
    }

    /** Takes a file that another option must not write to. */
    public void read(String option, Path file) {
        files.put(file.toAbsolutePath().normalize(), option);
    }

    /** Checks that a file can be written, before the run instead of after it, and is not another option's. */
    public void writable(String option, @Nullable Path file) {
        if (file == null) {
            return;
        }
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null || !Files.isWritable(parent)) {
            throw wrong(option, file, "lies in a directory that does not exist or cannot be written to");
        }
        if (Files.isDirectory(file)) {
            throw wrong(option, file, "is a directory");
        }
        String other = files.put(file.toAbsolutePath().normalize(), option);
        if (other != null) {
            throw wrong(option, file, "is also the file of '" + other + "'");
        }
    }
}
