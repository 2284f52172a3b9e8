/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

import static org.assertj.core.api.Assertions.assertThat;

/** Plays the scenarios of one part of the suite and makes a test of each case. */
public final class DropIn {

    private static final boolean ALL = Boolean.getBoolean("dropin.all");
    private static final String BOOT = System.getProperty("dropin.boot", "4.0").replaceAll("^(\\d+\\.\\d+).*", "$1");
    /** For work on some scenarios: a regular expression that is found in their classes' names, and a version of Java. */
    private static final Pattern ONLY = Pattern.compile(System.getProperty("dropin.only", ""));

    private static final String ONLY_JAVA = System.getProperty("dropin.java", "");
    private static final Path WORK = Path.of("target/drop-in");

    private final String part;

    private DropIn(String part) {
        this.part = part;
    }

    /** All cases of the scenarios beside {@code part}, a class of that part's package, as far as this run has them. */
    public static Stream<DynamicNode> cases(Class<?> part) {
        return Jdk.forSuite(ALL).stream()
                .filter(jdk -> ONLY_JAVA.isEmpty() || ONLY_JAVA.equals(String.valueOf(jdk.feature())))
                .map(new DropIn(part.getPackageName().replaceAll(".*\\.", ""))::on);
    }

    private DynamicNode on(Jdk jdk) {
        Expected expected = new Expected(KnownDifferences.read().of(part + "/", jdk.feature(), BOOT));
        Totals totals = new Totals(part, jdk, BOOT);
        Stream<DynamicNode> scenarios = Scenarios.of(part).stream()
                .filter(scenario -> ALL || scenario.inSlice())
                .filter(scenario -> scenario.runsOn(jdk.feature()))
                .filter(scenario ->
                        ONLY.matcher(scenario.getClass().getSimpleName()).find())
                .map(scenario -> DynamicContainer.dynamicContainer(
                        Scenarios.name(scenario), Stream.of(scenario).flatMap(s -> cases(s, jdk, expected, totals))));
        return DynamicContainer.dynamicContainer(
                "Java " + jdk.feature(),
                Stream.concat(
                        scenarios,
                        Stream.of(
                                DynamicTest.dynamicTest("totals", totals::print),
                                DynamicTest.dynamicTest(
                                        "entries for several scenarios", () -> checkPatterns(expected)))));
    }

    private static void checkPatterns(Expected expected) {
        if (ALL && ONLY.pattern().isEmpty()) {
            assertThat(expected.neverOccurred())
                    .as("differences that no longer occur: take them out of known-differences.md")
                    .isEmpty();
        }
    }

    private Stream<DynamicNode> cases(Scenario scenario, Jdk jdk, Expected expected, Totals totals) {
        String prefix = part + "/" + Scenarios.name(scenario) + "/";
        if (!scenario.missing().isEmpty()) {
            return Stream.of(DynamicTest.dynamicTest(
                    prefix, () -> Assumptions.abort("skipped: needs " + scenario.missing() + " on the PATH")));
        }
        Map<String, Verdict> verdicts;
        try {
            verdicts = judge(scenario, jdk, prefix, expected);
        } catch (Exception ex) {
            return Stream.of(DynamicTest.dynamicTest(prefix, () -> {
                throw ex;
            }));
        }
        return verdicts.entrySet().stream()
                .map(entry ->
                        DynamicTest.dynamicTest(entry.getKey(), () -> totals.count(entry.getKey(), entry.getValue())));
    }

    private Map<String, Verdict> judge(Scenario scenario, Jdk jdk, String prefix, Expected expected) throws Exception {
        Path directory = WORK.resolve("java-" + jdk.feature()).resolve(prefix).toAbsolutePath();
        delete(directory);
        Pair pair = new Pair(scenario, jdk, directory.resolve("1"));
        Map<String, Difference> first = prefixed(prefix, pair.run());
        Map<String, Difference> second = first;
        if (!Verdict.isAsExpected(first, prefix, expected)) {
            second = prefixed(prefix, new Pair(scenario, jdk, directory.resolve("2")).run());
        }
        Map<String, Verdict> verdicts = Verdict.of(first, second, prefix, expected);
        if (!pair.served().isEmpty()) {
            Totals own = new Totals(part + "/" + Scenarios.name(scenario), jdk, BOOT);
            verdicts.values().forEach(own::count);
            report(part + "-" + Scenarios.name(scenario), jdk, own + "; served: " + pair.served());
        }
        return verdicts;
    }

    private static Map<String, Difference> prefixed(String prefix, Map<String, Difference> cases) {
        Map<String, Difference> prefixed = new LinkedHashMap<>();
        cases.forEach((name, difference) -> prefixed.put(prefix + name, difference));
        return prefixed;
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Leaves a line for the end of the build. */
    static void report(String part, Jdk jdk, String line) {
        try {
            Files.createDirectories(WORK);
            Files.writeString(
                    WORK.resolveSibling("drop-in-totals-" + part + "-" + jdk.feature() + ".txt"), line + "\n");
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
