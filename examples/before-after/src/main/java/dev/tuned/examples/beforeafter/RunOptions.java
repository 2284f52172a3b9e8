/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

import dev.tuned.examples.beforeafter.process.Executables;
import dev.tuned.examples.beforeafter.process.JavaRuntime;
import dev.tuned.examples.beforeafter.run.RunRequest;
import dev.tuned.examples.beforeafter.scenario.Scenarios;
import dev.tuned.examples.beforeafter.scenario.Selection;
import dev.tuned.examples.beforeafter.scenario.Variant;

/** The options of a run, before or after {@code serve}. */
final class RunOptions {

    private static final String PROGRAM = "java -jar examples/before-after/target/before-after.jar";
    private static final int OLDEST_JAVA = 17;
    private static final int MOST_CONNECTIONS = 10_000;
    private static final int MOST_SECONDS = 3_600;

    @Option(
            names = "--full",
            scope = ScopeType.INHERIT,
            description =
                    "More and longer rounds, JVMs with both compilers, the naive variant, and what each starter contributes.")
    private boolean full;

    @Option(
            names = "--scenario",
            scope = ScopeType.INHERIT,
            split = ",",
            paramLabel = "NAME",
            description = "Only these scenarios, separated by commas.")
    private List<String> scenarios = new ArrayList<>();

    @Option(
            names = "--variants",
            scope = ScopeType.INHERIT,
            split = ",",
            paramLabel = "NAME",
            description = "The variant to compare with, then those compared: of stock, naive, tuned.")
    private List<String> variants = new ArrayList<>();

    @Option(
            names = "--seconds",
            scope = ScopeType.INHERIT,
            paramLabel = "N",
            description = "How long a run without --full may take; a shorter one sees only larger effects. Default: "
                    + RunRequest.DEFAULT_SECONDS + ".")
    private int seconds = RunRequest.DEFAULT_SECONDS;

    @Option(
            names = "--rounds",
            scope = ScopeType.INHERIT,
            paramLabel = "N",
            description = "Rounds per scenario, instead of as many as fit the time.")
    private @Nullable Integer rounds;

    @Option(
            names = "--connections",
            scope = ScopeType.INHERIT,
            paramLabel = "N",
            description = "Connections, instead of each scenario's own number.")
    private @Nullable Integer connections;

    @Option(
            names = "--rate",
            scope = ScopeType.INHERIT,
            paramLabel = "N",
            description = "Open loop: N requests per second whatever the server does; latency from the intended start.")
    private @Nullable Double rate;

    @Option(
            names = "--java",
            scope = ScopeType.INHERIT,
            paramLabel = "PATH",
            description = "The JDK for the variants: its home or its java. Default: the newest found.")
    private @Nullable Path java;

    @Option(
            names = "--json",
            scope = ScopeType.INHERIT,
            paramLabel = "FILE",
            defaultValue = "results.json",
            description = "Where the results go. Default: ${DEFAULT-VALUE}.")
    private Path json = Path.of("results.json");

    @Option(
            names = "--html",
            scope = ScopeType.INHERIT,
            paramLabel = "FILE",
            defaultValue = "report.html",
            description = "Where the report goes. Default: ${DEFAULT-VALUE}.")
    private Path html = Path.of("report.html");

    Path json() {
        return json;
    }

    Path html() {
        return html;
    }

    /**
     * Checks the options and makes a request of them.
     *
     * @throws ParameterException naming the option that is wrong
     */
    RunRequest request(CommandLine commandLine, List<String> arguments) {
        OptionChecks checks = new OptionChecks(commandLine);
        checks.positive("--seconds", seconds, MOST_SECONDS);
        checks.positive("--rounds", rounds, Integer.MAX_VALUE);
        checks.positive("--connections", connections, MOST_CONNECTIONS);
        checks.positive("--rate", rate, 1e6);
        checks.writable("--json", json);
        checks.writable("--html", html);
        Selection selection = new Selection(selectedScenarios(checks), selectedVariants(checks), full);
        checks.comparable(selection, !scenarios.isEmpty());
        return new RunRequest(
                selection,
                seconds,
                rounds,
                connections,
                rate,
                runtime(checks),
                jars(selection.variants(), checks),
                Stream.concat(Stream.of(PROGRAM), arguments.stream()).collect(Collectors.joining(" ")));
    }

    private List<String> selectedScenarios(OptionChecks checks) {
        checks.known("--scenario", scenarios, Scenarios.names());
        return Scenarios.names().stream()
                .filter(name ->
                        scenarios.isEmpty() ? full || !Scenarios.fullOnly().contains(name) : scenarios.contains(name))
                .toList();
    }

    private List<Variant> selectedVariants(OptionChecks checks) {
        checks.known(
                "--variants",
                variants,
                Stream.of(Variant.values()).map(Variant::label).toList());
        if (variants.isEmpty()) {
            return full ? List.of(Variant.STOCK, Variant.TUNED, Variant.NAIVE) : List.of(Variant.STOCK, Variant.TUNED);
        }
        if (variants.size() < 2 || new HashSet<>(variants).size() < variants.size()) {
            throw checks.wrong("--variants", String.join(",", variants), "needs at least two different variants");
        }
        return variants.stream()
                .flatMap(label -> Variant.ofLabel(label).stream())
                .toList();
    }

    private JavaRuntime runtime(OptionChecks checks) {
        Path wished = java;
        JavaRuntime runtime = wished == null
                ? JavaRuntime.newest()
                : JavaRuntime.at(wished)
                        .orElseThrow(() -> checks.wrong("--java", wished, "is neither a JDK nor the java in one"));
        if (runtime.version().feature() < OLDEST_JAVA) {
            throw checks.wrong(
                    "--java", runtime.java(), "is Java " + runtime.version() + "; Java 17 or later is needed");
        }
        return runtime;
    }

    private static Map<Variant, Path> jars(List<Variant> variants, OptionChecks checks) {
        Map<Variant, Path> jars = new EnumMap<>(Variant.class);
        // Stock also holds the embedded Couchbase.
        for (Variant variant :
                Stream.concat(Stream.of(Variant.STOCK), variants.stream()).toList()) {
            Path place = Executables.place(variant.label());
            jars.put(
                    variant,
                    Executables.find(variant.label())
                            .filter(Files::isReadable)
                            .orElseThrow(() -> checks.wrong(
                                    "--variants", variant.label(), "has no " + place + ": run 'mvn package' first")));
        }
        return jars;
    }
}
