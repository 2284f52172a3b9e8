/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import dev.tuned.bench.compare.Baseline;
import dev.tuned.bench.compare.StarterJars;
import dev.tuned.bench.process.RunningService;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Sockets;
import dev.tuned.bench.requests.FileRequest;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;
import dev.tuned.bench.result.Secrets;
import dev.tuned.bench.run.Surroundings;
import dev.tuned.bench.run.Variant;
import dev.tuned.bench.statistics.Claim;
import dev.tuned.bench.statistics.Metric;

/** The options of a comparison. */
final class CompareOptions {

    /** Of two launches no interval says anything. */
    private static final int MIN_LAUNCHES = 3;

    private static final int MAX_LAUNCHES = 50;
    private static final int MAX_PORT = 65_535;
    private static final Pattern CLAIM = Pattern.compile("\\s*([a-z0-9]+)\\s*(<=|>=)\\s*(\\d+(?:\\.\\d+)?)\\s*");
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

    @Option(names = "--args-before", paramLabel = "ARGS", description = "Further arguments of the service before.")
    String argsBefore = "";

    @Option(names = "--args-after", paramLabel = "ARGS", description = "Further arguments of the service after.")
    String argsAfter = "";

    @Option(names = "--jvm-before", paramLabel = "FLAGS", description = "Further flags of the JVM before.")
    String jvmBefore = "";

    @Option(names = "--jvm-after", paramLabel = "FLAGS", description = "Further flags of the JVM after.")
    String jvmAfter = "";

    @Option(names = "--java-before", paramLabel = "PATH", description = "The JDK of the service before.")
    @Nullable
    Path javaBefore;

    @Option(names = "--java-after", paramLabel = "PATH", description = "The JDK of the service after.")
    @Nullable
    Path javaAfter;

    @Option(
            names = "--compare",
            paramLabel = "WHAT",
            description =
                    "What of the answers has to agree before any load: status, length, body or none. Default: length.")
    String compare = "length";

    @Option(
            names = "--launches",
            paramLabel = "N",
            description = "Launches of each service, rounds of those that run already. Default: ${DEFAULT-VALUE}.")
    int launches = 3;

    @Option(
            names = "--claim",
            paramLabel = "CLAIM",
            description = "What has to hold of the ratio after to before, such as 'cpu <= 0.8'; may be repeated.")
    List<String> claims = new ArrayList<>();

    @Option(
            names = "--accept",
            paramLabel = "PRICE",
            description =
                    "What may become worse up to a ratio, such as 'allocated <= 3' for a known trade-off; may be repeated.")
    List<String> accepted = new ArrayList<>();

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            description =
                    "Results of an earlier run on this machine, by --json: what became worse since then counts, too.")
    @Nullable
    Path baseline;

    @Option(
            names = "--methods",
            paramLabel = "WHEN",
            description =
                    "When to look which methods grew, by flight recordings: worse, always or never. Default: ${DEFAULT-VALUE}.")
    String methods = "worse";

    @Mixin
    ServiceOptions service = new ServiceOptions();

    @Option(names = "--markdown", paramLabel = "FILE", description = "Where a table for a pull request goes.")
    @Nullable
    Path markdown;

    @Option(
            names = "--otava",
            paramLabel = "FILE",
            description = "A history in CSV as Apache Otava reads it, to which a row for the service after is added.")
    @Nullable
    Path otava;

    @Option(names = "--junit", paramLabel = "FILE", description = "Where test results for a build server go.")
    @Nullable
    Path junit;

    /** What was read of the options. */
    record Checked(
            List<FileRequest> requests,
            Variant before,
            Variant after,
            List<Claim.Condition> claims,
            List<Claim.Condition> accepted,
            Map<String, String> settings,
            @Nullable Results baseline) {}

    /**
     * Checks the options before anything is started.
     *
     * @throws CommandLine.ParameterException naming what is wrong
     */
    Checked check(CommandLine commandLine) {
        OptionChecks checks = new OptionChecks(commandLine);
        checkServices(checks);
        service.check(checks);
        for (String starter : add) {
            if (!StarterJars.names().contains(starter)) {
                throw checks.wrong("--add", starter, "is none of upload, logging, cache, threads");
            }
        }
        if (!List.of("status", "length", "body", "none").contains(compare)) {
            throw checks.wrong("--compare", compare, "is none of status, length, body, none");
        }
        if (!List.of("worse", "always", "never").contains(methods)) {
            throw checks.wrong("--methods", methods, "is none of worse, always, never");
        }
        checks.between("--launches", launches, MIN_LAUNCHES, MAX_LAUNCHES);
        checks.writable("--markdown", markdown);
        checks.writable("--junit", junit);
        checks.writable("--otava", otava);
        List<Claim.Condition> conditions = claims.stream()
                .map(claim -> condition(checks, "--claim", claim))
                .toList();
        List<Claim.Condition> tradeOffs = accepted.stream()
                .map(tradeOff -> condition(checks, "--accept", tradeOff))
                .toList();
        List<FileRequest> requests = service.read(checks);
        Variant one = side(
                checks, "before", jar == null ? before : jar, beforeUrl, beforePid, argsBefore, jvmBefore, javaBefore);
        Variant other =
                side(checks, "after", jar == null ? after : jar, afterUrl, afterPid, argsAfter, jvmAfter, javaAfter);
        Map<String, String> settings = settings(checks, one, other);
        return new Checked(
                requests, one, other, conditions, tradeOffs, settings, earlier(checks, one, other, settings));
    }

    /** What two runs have to have in common to be compared, and what each service is started with. */
    private Map<String, String> settings(OptionChecks checks, Variant one, Variant other) {
        try {
            Map<String, String> settings = new LinkedHashMap<>();
            settings.put("before", Secrets.concealed(Baseline.described(one)));
            settings.put(
                    "after",
                    Secrets.concealed(Baseline.described(other))
                            + (add.isEmpty() ? "" : " with " + String.join(", ", add)));
            settings.put("requests", Baseline.described(Objects.requireNonNull(service.requests)));
            settings.put(
                    "load",
                    service.connections + " connections"
                            + (service.rate == null ? "" : ", " + service.rate + " requests/s")
                            + (service.warmUp == null ? "" : ", warm-up of " + service.warmUp + " s"));
            return settings;
        } catch (IOException ex) {
            throw checks.wrong(ex);
        }
    }

    private @Nullable Results earlier(OptionChecks checks, Variant one, Variant other, Map<String, String> settings) {
        Path file = baseline;
        if (file == null) {
            return null;
        }
        try {
            Results results = ResultsFile.read(file);
            Machine machine = Surroundings.machine(CompareSession.javas(one, other), one.jvmFlags());
            Baseline.whyNot(results, machine, settings).ifPresent(why -> {
                throw checks.wrong("--baseline", file, "cannot be compared with: " + why);
            });
            return results;
        } catch (IOException ex) {
            throw checks.wrong(ex);
        }
    }

    private void checkServices(OptionChecks checks) {
        boolean pair = (before == null) != (beforeUrl == null) && (after == null) != (afterUrl == null);
        boolean none = before == null && after == null && beforeUrl == null && afterUrl == null;
        if (jar == null ? !pair : !none) {
            throw checks.wrong(
                    "Say either --jar, with --add or other arguments, or one of --before and --before-url and"
                            + " one of --after and --after-url");
        }
        if (jar != null && add.isEmpty() && isSame()) {
            throw checks.wrong(
                    "--jar alone is the same service twice: add --add, or what differs, such as --args-after,"
                            + " --jvm-after or --java-after; to see the noise, name it as --before and as --after");
        }
        if (!add.isEmpty() && jar == null) {
            throw checks.wrong("--add", String.join(",", add), "goes with --jar");
        }
        if (beforeUrl == null && beforePid != null) {
            throw checks.wrong("--before-pid", beforePid, "goes with --before-url");
        }
        if (afterUrl == null && afterPid != null) {
            throw checks.wrong("--after-pid", afterPid, "goes with --after-url");
        }
        if (beforeUrl != null
                && afterUrl != null
                && !((service.args + service.jvm).isEmpty() && service.java == null)) {
            throw checks.wrong("--args, --jvm and --java are for services that are started here, not for URLs");
        }
        if (beforeUrl != null && !((argsBefore + jvmBefore).isEmpty() && javaBefore == null)) {
            throw checks.wrong(
                    "--args-before, --jvm-before and --java-before are for a service that is started here, not for a URL");
        }
        if (afterUrl != null && !((argsAfter + jvmAfter).isEmpty() && javaAfter == null)) {
            throw checks.wrong(
                    "--args-after, --jvm-after and --java-after are for a service that is started here, not for a URL");
        }
    }

    private boolean isSame() {
        return argsBefore.strip().equals(argsAfter.strip())
                && jvmBefore.strip().equals(jvmAfter.strip())
                && Objects.equals(javaBefore, javaAfter);
    }

    private Variant side(
            OptionChecks checks,
            String name,
            @Nullable Path file,
            @Nullable String url,
            @Nullable Long pid,
            String more,
            String flags,
            @Nullable Path java) {
        return file == null
                ? running(checks, name, String.valueOf(url), pid)
                : variant(checks, name, file, more, java)
                        .withJvmFlags(
                                Arguments.words(checks, "--jvm-" + name, flags).toArray(String[]::new));
    }

    private static Variant running(OptionChecks checks, String name, String url, @Nullable Long pid) {
        String option = "--" + name + "-url";
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException ex) {
            throw checks.wrong(option, url, "is no URL: " + ex.getReason());
        }
        if ("https".equalsIgnoreCase(uri.getScheme())) {
            throw checks.wrong(
                    option,
                    url,
                    "asks over TLS, which is not supported: give the address that the service has without TLS, behind its proxy");
        }
        if (!"http".equalsIgnoreCase(uri.getScheme())
                || uri.getHost() == null
                || uri.getPort() > MAX_PORT
                || uri.getRawUserInfo() != null
                || uri.getRawQuery() != null
                || !uri.getPath().replace("/", "").isEmpty()) {
            throw checks.wrong(option, url, "is no URL such as http://127.0.0.1:8080; paths come from the requests");
        }
        if (pid != null && ProcessHandle.of(pid).isEmpty()) {
            throw checks.wrong("--" + name + "-pid", pid, "is no process of this machine");
        }
        if (pid != null && !ServiceProcess.isJvm(pid)) {
            throw checks.wrong("--" + name + "-pid", pid, "is no HotSpot JVM that this user can look at");
        }
        int port = uri.getPort() < 0 ? 80 : uri.getPort();
        if (pid != null && !Sockets.mayListen(pid, port)) {
            throw checks.wrong(
                    "--" + name + "-pid",
                    pid,
                    "does not listen on port " + port + " of " + option
                            + Sockets.listener(port)
                                    .map(other -> "; process " + other + " does")
                                    .orElse(""));
        }
        InetSocketAddress address = new InetSocketAddress(uri.getHost(), port);
        if (address.isUnresolved()) {
            throw checks.wrong(option, url, "has a host that is not known");
        }
        return Variant.running(name, new RunningService(address, pid));
    }

    private Variant variant(OptionChecks checks, String name, Path file, String more, @Nullable Path java) {
        ServiceOptions.executable(checks, jar == null ? "--" + name : "--jar", file);
        return new Variant(
                        name,
                        file.toAbsolutePath().normalize(),
                        Arguments.split(service.args),
                        Arguments.split(service.jvm),
                        java == null ? checks.runtime("--java", service.java) : checks.runtime("--java-" + name, java))
                .with(Arguments.ofService(checks, "--args-" + name, more).toArray(String[]::new));
    }

    private Claim.Condition condition(OptionChecks checks, String option, String claim) {
        Matcher matcher = CLAIM.matcher(claim.toLowerCase(Locale.ROOT));
        Metric metric = matcher.matches() ? CLAIMABLE.get(matcher.group(1)) : null;
        if (metric == null || matcher.group(2).equals(">=") != metric.higherIsBetter()) {
            throw checks.wrong(
                    option,
                    claim,
                    "is no claim such as 'cpu <= 0.8' or 'rate >= 1.5', of cpu, allocated, written, rate, p50, p99, rss or gc");
        }
        boolean unknown = (beforeUrl != null && beforePid == null) || (afterUrl != null && afterPid == null);
        if (unknown && !FROM_ANSWERS.contains(metric)) {
            throw checks.wrong(option, claim, "needs --before-pid and --after-pid of services that run already");
        }
        double bound = Double.parseDouble(matcher.group(3));
        if (bound <= 0) {
            throw checks.wrong(option, claim, "has a ratio that is not above 0");
        }
        return new Claim.Condition(metric, bound);
    }
}
