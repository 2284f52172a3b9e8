/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.io.IOException;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import dev.tuned.bench.compare.CompareSession;
import dev.tuned.bench.result.Secrets;

/** Compares any two services. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        abbreviateSynopsis = true,
        versionProvider = BuildVersion.class,
        sortOptions = false,
        description = {
            "Compares two Spring Boot services under your own requests: any two jars, or one jar with starters added to a copy.",
            "Requests that write do write, into the database that a service is configured with: give each its own, such as"
                    + " --args-before --spring.datasource.url=… and --args-after --spring.datasource.url=….",
            "Nothing of this program runs inside them. Both and a second one of the first (the control instance) are launched side by"
                    + " side several times; a launch is a sample."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  What a starter brings:   ${ROOT-COMMAND-NAME} compare --jar app.jar --add upload --requests shop.http",
            "  Old against new:         ${ROOT-COMMAND-NAME} compare --before old.jar --after new.jar --requests shop.http",
            "  Another collector:       ${ROOT-COMMAND-NAME} compare --jar app.jar --jvm-after -XX:+UseZGC --requests shop.http",
            "  A claim for CI:          … --claim 'cpu <= 0.8' --launches 8 --markdown table.md --junit tests.xml",
            "  Services that run:       ${ROOT-COMMAND-NAME} compare --before-url http://127.0.0.1:8080 --before-pid 123"
                    + " --after-url http://127.0.0.1:8081 --after-pid 456 --requests shop.http",
            "",
            "Exit codes: 0 nothing became worse and all claims are confirmed, 1 something became worse or a claim is refuted,"
                    + " 2 invalid run, inconclusive claim, or a run that could not have failed, 64 bad usage."
        })
public final class CompareCommand implements Callable<Integer> {

    @Mixin
    private CompareOptions options = new CompareOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException {
        String command = Secrets.concealed(spec.root().name() + " "
                + String.join(" ", spec.commandLine().getParseResult().originalArgs()));
        return new CompareSession(options.check(spec.commandLine(), command)).run();
    }
}
