/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.tuned.examples.beforeafter.advise.Advice;
import dev.tuned.examples.beforeafter.advise.CannotLookException;
import dev.tuned.examples.beforeafter.process.JavaRuntime;
import dev.tuned.examples.beforeafter.requests.FileRequest;
import dev.tuned.examples.beforeafter.requests.RequestFile;
import dev.tuned.examples.beforeafter.requests.RequestFileException;
import dev.tuned.examples.beforeafter.result.ResultsFile;

/** Says which starter would pay for a service. */
@Command(
        name = "advise",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        sortOptions = false,
        description = {
            "Looks at a running Spring Boot service and says which starter would pay, how much, and how to prove it.",
            "With --jar it starts and loads the service itself. It leaves no recording, no file and no instrumented method;"
                    + " threads that flight recordings need stay until the JVM ends."
        },
        footer = "Exit codes: 0 looked, 1 a gain that --fail-on names, 2 could not look, 64 bad usage.")
final class AdviseCommand implements Callable<Integer> {

    private static final int SHORTEST = 5;
    private static final int LONGEST = 600;
    private static final int MOST_CONNECTIONS = 10_000;
    private static final Pattern FAIL_ON = Pattern.compile("\\s*gain\\s*>\\s*(\\d+(?:\\.\\d+)?)\\s*%\\s*");

    @Parameters(arity = "0..1", paramLabel = "PID", description = "The process of a service that runs under load.")
    @Nullable
    Long pid;

    @Option(names = "--jar", paramLabel = "JAR", description = "The jar of a service to start and load instead.")
    @Nullable
    Path jar;

    @Option(names = "--requests", paramLabel = "FILE", description = "The requests for it: a .http or .har file.")
    @Nullable
    Path requests;

    @Option(names = "--seconds", paramLabel = "N", description = "For how long to look. Default: ${DEFAULT-VALUE}.")
    int seconds = 60;

    @Option(names = "--args", paramLabel = "ARGS", description = "Arguments of the service.")
    String args = "";

    @Option(names = "--jvm", paramLabel = "FLAGS", description = "Flags of its JVM, such as -Xmx512m.")
    String jvm = "";

    @Option(names = "--java", paramLabel = "PATH", description = "Its JDK. Default: the newest found.")
    @Nullable
    Path java;

    @Option(
            names = "--ready",
            paramLabel = "PATH",
            description = "What is answered with 200 when it is ready. Default: it answers at all.")
    String ready = "";

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "Connections of the load. Default: ${DEFAULT-VALUE}.")
    int connections = 16;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Requests per second that start whatever the service does. Default: as fast as answers come.")
    @Nullable
    Double rate;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            description = "The longest warm-up; it ends when the service is warm. Default: ${DEFAULT-VALUE}.")
    int warmUp = 15;

    @Option(
            names = "--fail-on",
            paramLabel = "GAIN",
            description = "Ends with 1 if the least predicted gain of a finding is larger, such as 'gain>20%%'.")
    @Nullable
    String failOn;

    @Option(names = "--json", paramLabel = "FILE", description = "Where the findings go.")
    @Nullable
    Path json;

    @Option(names = "--html", paramLabel = "FILE", description = "Where a page of them goes.")
    @Nullable
    Path html;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** What was read of the options for a service to start. */
    record Checked(Path jar, Path file, List<FileRequest> requests, JavaRuntime runtime) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        OptionChecks checks = new OptionChecks(spec.commandLine());
        Double least = least(checks);
        checkNumbers(checks);
        Checked own = own(checks);
        Advice advice;
        try {
            advice = own == null ? AdviseSession.ofRunning(target(), this) : new AdviseSession(this, own).run();
        } catch (CannotLookException ex) {
            spec.commandLine().getErr().println("cannot look: " + ex.getMessage());
            return 2;
        }
        if (json != null) {
            ResultsFile.write(json, advice.json());
        }
        if (html != null) {
            ResultsFile.write(html, advice.html());
        }
        spec.commandLine().getOut().print(advice.text());
        spec.commandLine().getOut().flush();
        return least != null && advice.gainsMoreThan(least) ? 1 : 0;
    }

    private long target() {
        if (pid == null || jar != null || requests != null) {
            throw new ParameterException(
                    spec.commandLine(), "Say either the PID of a running service, or --jar and --requests");
        }
        return pid;
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

    private void checkNumbers(OptionChecks checks) {
        between(checks, "--seconds", seconds, SHORTEST, LONGEST);
        between(checks, "--connections", connections, 1, MOST_CONNECTIONS);
        between(checks, "--warm-up", warmUp, 1, LONGEST);
        if (rate != null && (rate <= 0 || rate > 1_000_000)) {
            throw checks.wrong("--rate", rate, "is not between 0 and 1,000,000");
        }
        if (json != null) {
            checks.writable("--json", json);
        }
        if (html != null) {
            checks.writable("--html", html);
        }
    }

    private static void between(OptionChecks checks, String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw checks.wrong(option, value, "is not between " + least + " and " + most);
        }
    }

    private @Nullable Checked own(OptionChecks checks) {
        if (pid != null || jar == null || requests == null) {
            target();
            return null;
        }
        if (!Files.isRegularFile(jar)) {
            throw checks.wrong("--jar", jar, "is no file");
        }
        try {
            return new Checked(jar, requests, RequestFile.read(requests), checks.runtime("--java", java));
        } catch (RequestFileException ex) {
            throw new ParameterException(spec.commandLine(), ex.getMessage(), ex);
        }
    }
}
