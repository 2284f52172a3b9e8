/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench;

import java.io.IOException;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import dev.tuned.bench.result.Secrets;

/** Compares any two services. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        sortOptions = false,
        description = {
            "Compares two Spring Boot services under your own requests: any two jars, or one jar with starters added to a copy.",
            "Nothing of this program runs inside them. Both and a second one of the first (the control instance) are launched side by"
                    + " side several times; a launch is a sample."
        },
        footer =
                "Exit codes: 0 nothing became worse and all claims are confirmed, 1 something became worse or a claim is refuted,"
                        + " 2 invalid run or a claim inconclusive, 64 bad usage.")
public final class CompareCommand implements Callable<Integer> {

    @Mixin
    private CompareOptions options = new CompareOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException {
        CompareOptions.Checked checked = options.check(spec.commandLine());
        String command = Secrets.concealed(spec.root().name() + " "
                + String.join(" ", spec.commandLine().getParseResult().originalArgs()));
        return new CompareSession(options, checked, command, spec.commandLine()).run();
    }
}
