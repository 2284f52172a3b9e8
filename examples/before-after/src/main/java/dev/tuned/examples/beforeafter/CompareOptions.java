/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

import dev.tuned.examples.beforeafter.compare.StarterJars;
import dev.tuned.examples.beforeafter.process.RunningService;
import dev.tuned.examples.beforeafter.requests.FileRequest;
import dev.tuned.examples.beforeafter.requests.RequestFile;
import dev.tuned.examples.beforeafter.requests.RequestFileException;
import dev.tuned.examples.beforeafter.run.Variant;
import dev.tuned.examples.beforeafter.statistics.Claim;
import dev.tuned.examples.beforeafter.statistics.Metric;

/** The options of a comparison. */
final class CompareOptions {

    private static final int LEAST_LAUNCHES = 2;
    private static final int MOST_LAUNCHES = 50;
    private static final Pattern CLAIM = Pattern.compile("\\s*([a-z0-9]+)\\s*(<=|>=)\\s*(\\d+(?:\\.\\d+)?)\\s*");
    private static final Pattern ARGUMENT = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");
    private static final Map<String, Metric> CLAIMABLE = Map.of(
            "cpu", Metric.CPU,
            "allocated", Metric.ALLOCATED,
            "written", Metric.WRITTEN,
            "rate", Metric.RATE,
            "p50", Metric.P50,
            "p99", Metric.P99,
            "rss", Metric.RSS,
            "gc", Metric.GC_PAUSE);

    /** What is measured of a service whose process is not known. */
    private static final Set<Metric> FROM_ANSWERS = Set.of(Metric.RATE, Metric.P50, Metric.P99);

    @Option(names = "--jar", paramLabel = "JAR", description = "Both services' jar, for --add or other arguments.")
    @Nullable
    Path jar;

    @Option(
            names = "--add",
            split = ",",
            paramLabel = "STARTER",
            description = "Starters to add to a copy for the service after: upload, logging, cache, threads.")
    List<String> add = new ArrayList<>();

    @Option(names = "--before", paramLabel = "JAR", description = "The jar of the service before.")
    @Nullable
    Path before;

    @Option(names = "--after", paramLabel = "JAR", description = "The jar of the service after.")
    @Nullable
    Path after;

    @Option(names = "--before-url", paramLabel = "URL", description = "A service before that runs already.")
    @Nullable
    String beforeUrl;

    @Option(names = "--after-url", paramLabel = "URL", description = "A service after that runs already.")
    @Nullable
    String afterUrl;

    @Option(
            names = "--before-pid",
            paramLabel = "PID",
            description = "The process of --before-url, if it is on this machine; else only answers are measured.")
    @Nullable
    Long beforePid;

    @Option(names = "--after-pid", paramLabel = "PID", description = "The process of --after-url.")
    @Nullable
    Long afterPid;

    @Option(
            names = "--requests",
            required = true,
            paramLabel = "FILE",
            description = "The requests: a .http file as editors write them, or a .har file of a browser.")
    Path requests = Path.of("");

    @Option(names = "--args", paramLabel = "ARGS", description = "Arguments of both services.")
    String args = "";

    @Option(names = "--args-before", paramLabel = "ARGS", description = "Further arguments of the service before.")
    String argsBefore = "";

    @Option(names = "--args-after", paramLabel = "ARGS", description = "Further arguments of the service after.")
    String argsAfter = "";

    @Option(names = "--jvm", paramLabel = "FLAGS", description = "Flags of both services' JVMs, such as -Xmx512m.")
    String jvm = "";

    @Option(names = "--java", paramLabel = "PATH", description = "The JDK of both. Default: the newest found.")
    @Nullable
    Path java;

    @Option(names = "--java-before", paramLabel = "PATH", description = "The JDK of the service before.")
    @Nullable
    Path javaBefore;

    @Option(names = "--java-after", paramLabel = "PATH", description = "The JDK of the service after.")
    @Nullable
    Path javaAfter;

    @Option(
            names = "--ready",
            paramLabel = "PATH",
            description = "What is answered with 200 by a service that is ready. Default: it answers at all.")
    String ready = "";

    @Option(
            names = "--compare",
            paramLabel = "WHAT",
            description =
                    "What of the answers has to agree before any load: status, length, body or none. Default: length.")
    String compare = "length";

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "Connections of the load. Default: ${DEFAULT-VALUE}.")
    int connections = 16;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Requests per second that start whatever the services do. Default: as fast as answers come.")
    @Nullable
    Double rate;

    @Option(
            names = "--launches",
            paramLabel = "N",
            description = "Launches of each service, rounds of those that run already. Default: ${DEFAULT-VALUE}.")
    int launches = 3;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            description =
                    "The longest warm-up of a launch; it ends when the services are warm. Default: ${DEFAULT-VALUE}.")
    int warmUp = 15;

    @Option(
            names = "--claim",
            paramLabel = "CLAIM",
            description = "What has to hold of the ratio after to before, such as 'cpu <= 0.8'; may be repeated.")
    List<String> claims = new ArrayList<>();

    @Option(names = "--json", paramLabel = "FILE", description = "Where the results go.")
    @Nullable
    Path json;

    @Option(names = "--html", paramLabel = "FILE", description = "Where the report goes.")
    @Nullable
    Path html;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Where a table for a pull request goes.")
    @Nullable
    Path markdown;

    @Option(names = "--junit", paramLabel = "FILE", description = "Where test results for a build server go.")
    @Nullable
    Path junit;

    /** What was read of the options. */
    record Checked(List<FileRequest> requests, Variant before, Variant after, List<Claim.Condition> claims) {}

    /**
     * Checks the options before anything is started.
     *
     * @throws CommandLine.ParameterException naming what is wrong
     */
    Checked check(CommandLine commandLine) {
        OptionChecks checks = new OptionChecks(commandLine);
        Path first = jar == null ? before : jar;
        Path second = jar == null ? after : jar;
        boolean ofBefore = (first == null) != (beforeUrl == null);
        boolean ofAfter = (second == null) != (afterUrl == null);
        if (!ofBefore || !ofAfter || (jar != null && (before != null || after != null))) {
            throw new CommandLine.ParameterException(
                    commandLine,
                    "Say either --jar, with --add or other arguments, or one of --before and --before-url and one of"
                            + " --after and --after-url");
        }
        for (String starter : add) {
            if (!StarterJars.names().contains(starter)) {
                throw checks.wrong("--add", starter, "is none of upload, logging, cache, threads");
            }
        }
        if (!add.isEmpty() && jar == null) {
            throw checks.wrong("--add", String.join(",", add), "goes with --jar");
        }
        for (Path each : Arrays.asList(first, second)) {
            if (each != null && !Files.isRegularFile(each)) {
                throw checks.wrong(jar == null ? "--before or --after" : "--jar", each, "is no file");
            }
        }
        if (!List.of("status", "length", "body", "none").contains(compare)) {
            throw checks.wrong("--compare", compare, "is none of status, length, body, none");
        }
        positive(checks, "--connections", connections, 10_000);
        positive(checks, "--warm-up", warmUp, 600);
        if (rate != null && (rate <= 0 || rate > 1_000_000)) {
            throw checks.wrong("--rate", rate, "is not between 0 and 1,000,000");
        }
        if (launches < LEAST_LAUNCHES || launches > MOST_LAUNCHES) {
            throw checks.wrong("--launches", launches, "is not between " + LEAST_LAUNCHES + " and " + MOST_LAUNCHES);
        }
        writable(checks, "--json", json);
        writable(checks, "--html", html);
        writable(checks, "--markdown", markdown);
        writable(checks, "--junit", junit);
        for (String claim : claims) {
            boolean unknown = (beforeUrl != null && beforePid == null) || (afterUrl != null && afterPid == null);
            if (unknown && !FROM_ANSWERS.contains(condition(checks, claim).metric())) {
                throw checks.wrong("--claim", claim, "needs --before-pid and --after-pid of services that run already");
            }
        }
        try {
            return new Checked(
                    RequestFile.read(requests),
                    first == null
                            ? running(checks, "before", String.valueOf(beforeUrl), beforePid)
                            : variant(checks, "before", first, argsBefore, javaBefore, "--java-before"),
                    second == null
                            ? running(checks, "after", String.valueOf(afterUrl), afterPid)
                            : variant(checks, "after", second, argsAfter, javaAfter, "--java-after"),
                    claims.stream().map(claim -> condition(checks, claim)).toList());
        } catch (RequestFileException ex) {
            throw new CommandLine.ParameterException(commandLine, ex.getMessage(), ex);
        }
    }

    private static void positive(OptionChecks checks, String option, int value, int most) {
        if (value < 1 || value > most) {
            throw checks.wrong(option, value, "is not between 1 and " + most);
        }
    }

    private static void writable(OptionChecks checks, String option, @Nullable Path file) {
        if (file != null) {
            checks.writable(option, file);
        }
    }

    private static Variant running(OptionChecks checks, String name, String url, @Nullable Long pid) {
        String option = "--" + name + "-url";
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException ex) {
            throw checks.wrong(option, url, "is no URL: " + ex.getReason());
        }
        if (!"http".equals(uri.getScheme())
                || uri.getHost() == null
                || !uri.getPath().replace("/", "").isEmpty()) {
            throw checks.wrong(option, url, "is no URL such as http://127.0.0.1:8080; paths come from the requests");
        }
        if (pid != null && ProcessHandle.of(pid).isEmpty()) {
            throw checks.wrong("--" + name + "-pid", pid, "is no process of this machine");
        }
        InetSocketAddress address = new InetSocketAddress(uri.getHost(), uri.getPort() < 0 ? 80 : uri.getPort());
        if (address.isUnresolved()) {
            throw checks.wrong(option, url, "has a host that is not known");
        }
        return Variant.running(name, new RunningService(address, pid));
    }

    private Variant variant(
            OptionChecks checks, String name, Path file, String more, @Nullable Path ownJava, String option) {
        List<String> arguments = new ArrayList<>(split(args));
        return new Variant(
                        name,
                        file.toAbsolutePath().normalize(),
                        arguments,
                        split(jvm),
                        checks.runtime(ownJava == null ? "--java" : option, ownJava == null ? java : ownJava))
                .with(split(more).toArray(String[]::new));
    }

    /** Words, of which those in quotes may hold spaces. */
    static List<String> split(String text) {
        Matcher matcher = ARGUMENT.matcher(text);
        List<String> words = new ArrayList<>();
        while (matcher.find()) {
            words.add(matcher.group().replaceAll("['\"]", ""));
        }
        return words;
    }

    private static Claim.Condition condition(OptionChecks checks, String claim) {
        Matcher matcher = CLAIM.matcher(claim.toLowerCase(Locale.ROOT));
        Metric metric = matcher.matches() ? CLAIMABLE.get(matcher.group(1)) : null;
        if (metric == null || matcher.group(2).equals(">=") != metric.higherIsBetter()) {
            throw checks.wrong(
                    "--claim",
                    claim,
                    "is no claim such as 'cpu <= 0.8' or 'rate >= 1.5', of cpu, allocated, written, rate, p50, p99, rss or gc");
        }
        return new Claim.Condition(metric, Double.parseDouble(matcher.group(3)));
    }
}
