/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.tuned.bench.compare.CompareSession;
import dev.tuned.bench.compare.CompareTask;
import dev.tuned.bench.compare.StarterJars;
import dev.tuned.bench.judge.Baseline;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.requests.FileRequest;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.Secrets;
import dev.tuned.bench.statistics.Claim;

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

    /** Two launches give no useful interval. */
    private static final int MIN_LAUNCHES = 3;

    private static final int MAX_LAUNCHES = 50;

    @Option(names = "--jar", paramLabel = "JAR", description = "Both services' jar, for --add or other arguments.")
    private @Nullable Path jar;

    @Option(
            names = "--add",
            split = ",",
            paramLabel = "STARTER",
            description = "Starters to add to a copy for the service after: upload, logging, cache, threads.")
    private List<String> add = new ArrayList<>();

    @Option(names = "--before", paramLabel = "JAR", description = "The jar of the service before.")
    private @Nullable Path before;

    @Option(names = "--after", paramLabel = "JAR", description = "The jar of the service after.")
    private @Nullable Path after;

    @Option(names = "--before-url", paramLabel = "URL", description = "A service before that runs already.")
    private @Nullable String beforeUrl;

    @Option(names = "--after-url", paramLabel = "URL", description = "A service after that runs already.")
    private @Nullable String afterUrl;

    @Option(
            names = "--before-pid",
            paramLabel = "PID",
            description = "The process of --before-url, if it is on this machine; else only answers are measured.")
    private @Nullable Long beforePid;

    @Option(names = "--after-pid", paramLabel = "PID", description = "The process of --after-url.")
    private @Nullable Long afterPid;

    @Option(names = "--args-before", paramLabel = "ARGS", description = "Further arguments of the service before.")
    private String argsBefore = "";

    @Option(names = "--args-after", paramLabel = "ARGS", description = "Further arguments of the service after.")
    private String argsAfter = "";

    @Option(names = "--jvm-before", paramLabel = "FLAGS", description = "Further flags of the JVM before.")
    private String jvmBefore = "";

    @Option(names = "--jvm-after", paramLabel = "FLAGS", description = "Further flags of the JVM after.")
    private String jvmAfter = "";

    @Option(names = "--java-before", paramLabel = "PATH", description = "The JDK of the service before.")
    private @Nullable Path javaBefore;

    @Option(names = "--java-after", paramLabel = "PATH", description = "The JDK of the service after.")
    private @Nullable Path javaAfter;

    @Option(
            names = "--compare",
            paramLabel = "WHAT",
            description =
                    "What of the answers has to agree before any load: status, length, body or none. Default: length.")
    private String compare = "length";

    @Option(
            names = "--launches",
            paramLabel = "N",
            description = "Launches of each service, rounds of those that run already. Default: ${DEFAULT-VALUE}.")
    private int launches = 3;

    @Option(names = "--rough", description = "Figures of one launch without a verdict, in about half a minute.")
    private boolean rough;

    @Option(
            names = "--claim",
            paramLabel = "CLAIM",
            description = "What has to hold of the ratio after to before, such as 'cpu <= 0.8'; may be repeated.")
    private List<String> claims = new ArrayList<>();

    @Option(
            names = "--accept",
            paramLabel = "PRICE",
            description = "What may become worse up to a ratio, such as 'allocated <= 3' for a known trade-off; may be"
                    + " repeated.")
    private List<String> accepted = new ArrayList<>();

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            description =
                    "Results of an earlier run on this machine, by --json: what became worse since then counts, too.")
    private @Nullable Path baseline;

    @Option(
            names = "--methods",
            paramLabel = "WHEN",
            description = "When to look which methods grew, by flight recordings: worse, always or never. Default:"
                    + " ${DEFAULT-VALUE}.")
    private String methods = "worse";

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Option(names = "--markdown", paramLabel = "FILE", description = "Where a table for a pull request goes.")
    private @Nullable Path markdown;

    @Option(names = "--junit", paramLabel = "FILE", description = "Where test results for a build server go.")
    private @Nullable Path junit;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException {
        String command = Secrets.concealed(spec.root().name() + " "
                + String.join(" ", spec.commandLine().getParseResult().originalArgs()));
        return new CompareSession(check(command)).run();
    }

    /**
     * Checks the options before anything is started.
     *
     * @throws picocli.CommandLine.ParameterException naming what is wrong
     */
    private CompareTask check(String command) {
        OptionChecks checks = new OptionChecks(spec.commandLine());
        String ofFile = jar == null ? "" : "--jar";
        ServiceChoice choiceBefore = new ServiceChoice(
                "before", jar == null ? before : jar, ofFile, beforeUrl, beforePid, argsBefore, jvmBefore, javaBefore);
        ServiceChoice choiceAfter = new ServiceChoice(
                "after", jar == null ? after : jar, ofFile, afterUrl, afterPid, argsAfter, jvmAfter, javaAfter);
        checkServices(checks, choiceBefore, choiceAfter);
        service.check(checks);
        add.forEach(starter -> checks.oneOf("--add", starter, StarterJars.STARTERS));
        checks.oneOf("--compare", compare, List.of("status", "length", "body", "none"));
        checks.oneOf("--methods", methods, List.of("worse", "always", "never"));
        checks.between("--launches", launches, MIN_LAUNCHES, MAX_LAUNCHES);
        if (rough && !(claims.isEmpty() && accepted.isEmpty() && baseline == null)) {
            throw checks.wrong("--rough gives no verdict: --claim, --accept and --baseline do not go with it");
        }
        checks.writable("--markdown", markdown);
        checks.writable("--junit", junit);
        boolean knowsProcesses = choiceBefore.knowsProcess() && choiceAfter.knowsProcess();
        List<Claim.Condition> conditions = claims.stream()
                .map(claim -> ClaimOption.parse(checks, "--claim", claim, knowsProcesses))
                .toList();
        List<Claim.Condition> tradeOffs = accepted.stream()
                .map(tradeOff -> ClaimOption.parse(checks, "--accept", tradeOff, knowsProcesses))
                .toList();
        List<FileRequest> requests = service.read(checks);
        Variant one = choiceBefore.variant(checks, service);
        Variant other = choiceAfter.variant(checks, service);
        add.forEach(starter -> StarterJars.whyNot(other.jar(), starter).ifPresent(why -> {
            throw checks.wrong(new IOException(why));
        }));
        Map<String, String> settings = settings(checks, one, other, requests);
        return new CompareTask(
                requests,
                one,
                other,
                add,
                compare,
                service.load(),
                launches,
                rough,
                conditions,
                tradeOffs,
                methods,
                earlier(checks, one, other, settings),
                settings,
                new CompareTask.Files(service.json, service.html, markdown, junit),
                command);
    }

    /** The settings of a run, which have to be the same in a baseline. */
    private Map<String, String> settings(OptionChecks checks, Variant one, Variant other, List<FileRequest> requests) {
        try {
            Map<String, String> settings = new LinkedHashMap<>();
            settings.put("before", Secrets.concealed(Baseline.described(one)));
            settings.put(
                    "after",
                    Secrets.concealed(Baseline.described(other))
                            + (add.isEmpty() ? "" : " with " + String.join(", ", add)));
            settings.put("requests", Baseline.described(Objects.requireNonNull(service.requests), requests));
            settings.put(
                    "load",
                    service.connections + " connections"
                            + (service.rate == null ? "" : ", " + service.rate + " requests/s")
                            + ", warm-up of " + service.warmUp + " s");
            return settings;
        } catch (IOException ex) {
            throw checks.wrong(ex);
        }
    }

    private @Nullable Results earlier(OptionChecks checks, Variant one, Variant other, Map<String, String> settings) {
        if (baseline == null) {
            return null;
        }
        Results results = checks.results(baseline);
        Machine machine = Machine.here(CompareTask.javas(one, other), one.jvmFlags());
        Baseline.whyNot(results, machine, settings).ifPresent(why -> {
            throw checks.wrong("--baseline", String.valueOf(baseline), "cannot be compared with: " + why);
        });
        return results;
    }

    private void checkServices(OptionChecks checks, ServiceChoice one, ServiceChoice other) {
        boolean pair = (before == null) != (beforeUrl == null) && (after == null) != (afterUrl == null);
        boolean none = before == null && after == null && beforeUrl == null && afterUrl == null;
        if (jar == null ? !pair : !none) {
            throw checks.wrong(
                    "Say either --jar, with --add or other arguments, or one of --before and --before-url and"
                            + " one of --after and --after-url");
        }
        if (jar != null && add.isEmpty() && one.startsLike(other)) {
            throw checks.wrong(
                    "--jar alone is the same service twice: add --add, or what differs, such as --args-after,"
                            + " --jvm-after or --java-after; to see the noise, name it as --before and as --after");
        }
        if (!add.isEmpty() && jar == null) {
            throw checks.wrong("--add", String.join(",", add), "goes with --jar");
        }
        one.check(checks);
        other.check(checks);
        if (beforeUrl != null
                && afterUrl != null
                && !((service.args + service.jvm).isEmpty() && service.java == null)) {
            throw checks.wrong("--args, --jvm and --java are for services that are started here, not for URLs");
        }
    }
}
