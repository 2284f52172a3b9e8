/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

import static org.assertj.core.api.Assertions.assertThat;

/** Plays the scenarios of one part of the suite and makes a test of each case. */
public final class DropIn {

    private static final boolean ALL = Boolean.getBoolean("dropin.all");
    private static final String BOOT = System.getProperty("dropin.boot", "4.0").replaceAll("^(\\d+\\.\\d+).*", "$1");
    /** For who works on one scenario: part of its class's name, and a version of Java. */
    private static final String ONLY = System.getProperty("dropin.only", "");

    private static final String ONLY_JAVA = System.getProperty("dropin.java", "");
    private static final Path WORK = Path.of("target/drop-in");

    private final Class<?> part;

    private DropIn(Class<?> part) {
        this.part = part;
    }

    /** All cases of the scenarios beside {@code part}, a class of that part's package, as far as this run has them. */
    public static Stream<DynamicNode> cases(Class<?> part) {
        return Jdk.forSuite(ALL).stream()
                .filter(jdk -> ONLY_JAVA.isEmpty() || ONLY_JAVA.equals(String.valueOf(jdk.feature())))
                .map(new DropIn(part)::on);
    }

    private DynamicNode on(Jdk jdk) {
        Expected expected = new Expected(KnownDifferences.read().of(name() + "/", jdk.feature(), BOOT));
        Totals totals = new Totals(name(), jdk, BOOT);
        Stream<DynamicNode> scenarios = scenarios().stream()
                .filter(scenario -> ALL || scenario.inSlice())
                .filter(scenario -> scenario.runsOn(jdk.feature()))
                .filter(scenario -> scenario.getClass().getSimpleName().contains(ONLY))
                .map(scenario -> DynamicContainer.dynamicContainer(
                        name(scenario), Stream.of(scenario).flatMap(s -> cases(s, jdk, expected, totals))));
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
        if (ALL && ONLY.isEmpty()) {
            assertThat(expected.neverOccurred())
                    .as("differences that no longer occur: take them out of known-differences.md")
                    .isEmpty();
        }
    }

    private Stream<DynamicNode> cases(Scenario scenario, Jdk jdk, Expected expected, Totals totals) {
        String prefix = name() + "/" + name(scenario) + "/";
        Map<String, Verdict> verdicts;
        try {
            verdicts = judge(scenario, jdk, prefix, expected);
        } catch (Exception e) {
            return Stream.of(DynamicTest.dynamicTest(prefix, () -> {
                throw e;
            }));
        }
        return verdicts.entrySet().stream()
                .map(entry ->
                        DynamicTest.dynamicTest(entry.getKey(), () -> totals.count(entry.getKey(), entry.getValue())));
    }

    private Map<String, Verdict> judge(Scenario scenario, Jdk jdk, String prefix, Expected expected) throws Exception {
        Path directory = WORK.resolve("java-" + jdk.feature()).resolve(prefix).toAbsolutePath();
        delete(directory);
        Map<String, Difference> first = prefixed(prefix, new Pair(scenario, jdk, directory.resolve("1")).run());
        Map<String, Difference> second = first;
        if (!Verdict.isAsExpected(first, prefix, expected)) {
            second = prefixed(prefix, new Pair(scenario, jdk, directory.resolve("2")).run());
        }
        return Verdict.of(first, second, prefix, expected);
    }

    private static Map<String, Difference> prefixed(String prefix, Map<String, Difference> cases) {
        Map<String, Difference> prefixed = new LinkedHashMap<>();
        cases.forEach((name, difference) -> prefixed.put(prefix + name, difference));
        return prefixed;
    }

    private String name() {
        return part.getPackageName().replaceAll(".*\\.", "");
    }

    /** {@code StaticFilesScenario} is {@code static-files}. */
    private static String name(Scenario scenario) {
        String simple = scenario.getClass().getSimpleName().replaceAll("Scenario$", "");
        return simple.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase();
    }

    private Collection<Scenario> scenarios() {
        Path directory = Path.of("target/test-classes", part.getPackageName().split("\\."));
        List<Scenario> scenarios = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.sorted(Comparator.naturalOrder()).toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".class")) {
                    add(part.getPackageName() + "." + name.replace(".class", ""), scenarios);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return scenarios;
    }

    private static void add(String className, List<Scenario> scenarios) {
        try {
            Class<?> type = Class.forName(className);
            if (Scenario.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers())) {
                var constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                scenarios.add((Scenario) constructor.newInstance());
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(className + " needs a constructor without parameters", e);
        }
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

    /** Adds a line to the file that the build ends with. */
    static void report(String line) {
        try {
            Files.createDirectories(WORK);
            Files.writeString(
                    WORK.resolve("totals.txt"), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        System.out.println(line);
    }
}
