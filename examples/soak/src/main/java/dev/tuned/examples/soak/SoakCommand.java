/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.tuned.bench.command.Arguments;
import dev.tuned.bench.command.Bench;
import dev.tuned.bench.command.BuildVersion;
import dev.tuned.bench.command.OptionChecks;
import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.run.Interruption;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Repository;

/** Runs the example service with all starters while faults come and go, every night. */
@Command(
        name = "soak",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        sortOptions = false,
        description = {
            "Runs the example service with all four starters under mixed load while faults come and go, and ends it under load.",
            "Counts what was lost, what had no answer, what was too old, and what has grown. On Linux alone."
        },
        footer = "Exit codes: 0 nothing lost and nothing grown, 1 something was, 2 could not run, 64 bad usage.")
public final class SoakCommand implements Callable<Integer> {

    private static final int MAX_MINUTES = 24 * 60;
    private static final List<String> HEAP = List.of("-Xms256m", "-Xmx256m");

    @Option(names = "--minutes", paramLabel = "N", description = "For how long. Default: ${DEFAULT-VALUE}.")
    int minutes = 3;

    @Option(names = "--java", paramLabel = "PATH", description = "The JDK of the service. Default: the newest found.")
    @Nullable
    Path java;

    @Option(
            names = "--couchbase",
            paramLabel = "CONNECTION",
            description =
                    "A cluster instead of the Couchbase that is part of the examples, such as couchbase://db.example.com.")
    @Nullable
    String couchbase;

    @Option(
            names = "--args",
            paramLabel = "ARGS",
            description = "More arguments of the service, such as the cluster's user, password and bucket.")
    String args = "";

    @Option(names = "--markdown", paramLabel = "FILE", description = "Where the table goes.")
    @Nullable
    Path markdown;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Runs the command and exits with its code. */
    public static void main(String[] args) {
        System.exit(Bench.commandLine(new SoakCommand()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        OptionChecks checks = new OptionChecks(spec.commandLine());
        checks.between("--minutes", minutes, 1, MAX_MINUTES);
        JavaRuntime runtime = checks.runtime("--java", java);
        Repository repository = Repository.ours();
        repository.requireServices("catalog-tuned");
        SoakResult result = run(runtime, repository, repository.jar("catalog-tuned", "catalog-tuned"));
        String table = result.markdown();
        if (markdown != null) {
            if (markdown.toAbsolutePath().getParent() != null) {
                Files.createDirectories(markdown.toAbsolutePath().getParent());
            }
            Files.writeString(markdown, table);
        }
        spec.commandLine().getOut().print(table);
        spec.commandLine().getOut().flush();
        return result.problems().isEmpty() ? 0 : 1;
    }

    private SoakResult run(JavaRuntime runtime, Repository repository, Path jar)
            throws IOException, InterruptedException {
        Children children = new Children();
        Interruption interruption = new Interruption(children::close);
        try (interruption;
                children) {
            List<String> arguments = new ArrayList<>(Arguments.split(args));
            if (couchbase != null) {
                arguments.add("--spring.couchbase.connection-string=" + couchbase);
            }
            Variant launch = new Variant("soak", jar, arguments, HEAP, runtime);
            Variant own = repository.couchbase(runtime);
            try (LocalCouchbase local = couchbase == null
                    ? new LocalCouchbase(own, children.directory().resolve("couchbase"), children)
                    : null) {
                if (local != null) {
                    local.start();
                }
                return new Soak(runtime, local, children, this::progress)
                        .run(launch, children.directory(), Duration.ofMinutes(minutes));
            }
        }
    }

    private void progress(String what) {
        spec.commandLine().getErr().println(what);
        spec.commandLine().getErr().flush();
    }
}
