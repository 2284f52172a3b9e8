/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.tuned.bench.advise.Advice;
import dev.tuned.bench.advise.AdviseSession;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.recording.CannotLookException;
import dev.tuned.bench.requests.FileRequest;
import dev.tuned.bench.result.ResultsFile;

/** Says which starter would pay for a service. */
@Command(
        name = "advise",
        mixinStandardHelpOptions = true,
        abbreviateSynopsis = true,
        versionProvider = BuildVersion.class,
        sortOptions = false,
        description = {
            "Looks at a running Spring Boot service and says which starter would pay, how much, and how to prove it.",
            "With --jar it starts and loads the service itself. It leaves no recording, no file and no instrumented method;"
                    + " threads that flight recordings need, and an empty directory, stay until the JVM ends."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  A service under load:    ${ROOT-COMMAND-NAME} advise 4711",
            "  One that is started:     ${ROOT-COMMAND-NAME} advise --jar app.jar --requests shop.http",
            "  For CI:                  … --fail-on 'gain>20%%' --json advice.json",
            "",
            "Exit codes: 0 looked, 1 a gain that --fail-on names, 2 could not look, 64 bad usage."
        })
public final class AdviseCommand implements Callable<Integer> {

    private static final int MIN = 5;
    private static final int MAX = 600;
    private static final Pattern FAIL_ON = Pattern.compile("\\s*gain\\s*>\\s*(\\d+(?:\\.\\d+)?)\\s*%\\s*");

    @Parameters(arity = "0..1", paramLabel = "PID", description = "The process of a service that runs under load.")
    private @Nullable Long pid;

    @Option(names = "--jar", paramLabel = "JAR", description = "The jar of a service to start and load instead.")
    private @Nullable Path jar;

    @Option(names = "--seconds", paramLabel = "N", description = "For how long to look. Default: ${DEFAULT-VALUE}.")
    private int seconds = 60;

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Option(
            names = "--fail-on",
            paramLabel = "GAIN",
            description = "Ends with 1 if the least predicted gain of a finding is larger, such as 'gain>20%%'.")
    private @Nullable String failOn;

    @Option(
            names = "--mcp",
            description =
                    "Offers this as a tool of the Model Context Protocol over standard input and output, until that ends.")
    private boolean mcp;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException {
        OptionChecks checks = new OptionChecks(spec.commandLine());
        if (mcp) {
            return serve(checks);
        }
        Double least = least(checks);
        checks.between("--seconds", seconds, MIN, MAX);
        service.check(checks);
        Look look = look(checks);
        Advice advice;
        try {
            advice = look.at(new AdviseSession(seconds, service.load(), service.requests));
        } catch (CannotLookException ex) {
            spec.commandLine().getErr().println("cannot look: " + ex.getMessage());
            return 2;
        }
        ResultsFile.writeIfAsked(service.json, advice::json);
        ResultsFile.writeIfAsked(service.html, advice::html);
        spec.commandLine().getOut().print(advice.text());
        spec.commandLine().getOut().flush();
        if (least != null && !advice.conclusive()) {
            spec.commandLine().getErr().println("--fail-on cannot be answered: too little was seen");
            return 2;
        }
        return least != null && advice.gainsMoreThan(least) ? 1 : 0;
    }

    /** Whatever else is printed goes to standard error: the output is the protocol's. */
    private int serve(OptionChecks checks) throws IOException, InterruptedException {
        if (pid != null || jar != null) {
            throw checks.wrong("--mcp goes with neither a PID nor --jar: they come with each request");
        }
        PrintStream out = System.out;
        System.setOut(System.err);
        try {
            AdviseServer.serve(System.in, out, new BuildVersion().number());
        } finally {
            System.setOut(out);
        }
        return 0;
    }

    private @Nullable Double least(OptionChecks checks) {
        if (failOn == null) {
            return null;
        }
        Matcher matcher = FAIL_ON.matcher(failOn);
        if (!matcher.matches()) {
            throw checks.wrong("--fail-on", failOn, "is no gain such as 'gain>20%'");
        }
        return Double.parseDouble(matcher.group(1)) / 100;
    }

    private interface Look {

        Advice at(AdviseSession session) throws IOException, InterruptedException;
    }

    /** Looks at the service that runs, or at one that is started; the options are checked before. */
    private Look look(OptionChecks checks) {
        if ((pid == null) == (jar == null)) {
            throw checks.wrong("Say either the PID of a running service, or --jar and --requests");
        }
        if (jar != null) {
            Path own = jar;
            ServiceOptions.executable(checks, "--jar", own);
            List<FileRequest> requests = service.read(checks);
            Variant started = new Variant(
                    "service",
                    own.toAbsolutePath().normalize(),
                    Arguments.split(service.args),
                    Arguments.split(service.jvm),
                    checks.runtime("--java", service.java));
            return session -> session.ofStarted(started, own, service.java, requests);
        }
        if (!(service.args + service.jvm + service.ready).isEmpty() || service.java != null) {
            throw checks.wrong("--args, --jvm, --java and --ready go with --jar: a running service has its own");
        }
        if (service.requests != null) {
            // They are for the command that proves a finding.
            service.read(checks);
        }
        long running = Objects.requireNonNull(pid);
        return session -> session.ofRunning(running);
    }
}
