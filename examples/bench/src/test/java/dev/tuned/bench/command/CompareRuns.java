/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.command.Program.Ended;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.ResultsFile;

/**
 * The command as its users run it, as short and with as little load as it can be: what it measures here says nothing.
 */
abstract class CompareRuns {

    /** Requests per second: few enough that the services mostly wait. */
    static final String RATE = "50";

    @TempDir
    Path directory;

    Path requests(String text) throws Exception {
        return Files.writeString(directory.resolve("shop.http"), text);
    }

    Process start(List<String> common, String... more) throws IOException {
        return Program.process(
                        directory,
                        Stream.of(List.of("compare"), common, List.of(more))
                                .flatMap(List::stream)
                                .toList())
                .start();
    }

    Ended compare(String... arguments) throws Exception {
        return Program.ended(start(List.of(arguments)));
    }

    /** What the measurements come to may be anything. */
    Outcome outcome(String json) throws IOException {
        return ResultsFile.read(directory.resolve(json)).outcome();
    }
}
