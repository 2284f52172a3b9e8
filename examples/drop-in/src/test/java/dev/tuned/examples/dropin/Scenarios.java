/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Finds the scenarios of a part: the classes of its package, in the order of their names. */
final class Scenarios {

    static final List<String> PARTS = List.of("upload", "logging", "cache", "threads", "together", "neighbours");

    private Scenarios() {}

    static List<Scenario> of(String part) {
        String parts = Scenarios.class.getPackageName() + "." + part;
        List<Scenario> scenarios = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("target/test-classes", parts.split("\\.")))) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".class")) {
                    add(parts + "." + name.replace(".class", ""), scenarios);
                }
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return scenarios;
    }

    private static void add(String className, List<Scenario> scenarios) {
        try {
            Class<?> type = Class.forName(className);
            if (Scenario.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers())) {
                Constructor<?> constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                scenarios.add((Scenario) constructor.newInstance());
            }
        } catch (ReflectiveOperationException ex) {
            throw new IllegalStateException(className + " needs a constructor without parameters", ex);
        }
    }

    /** {@code StaticFilesScenario} is {@code static-files}. */
    static String name(Scenario scenario) {
        return scenario.getClass()
                .getSimpleName()
                .replaceAll("Scenario$", "")
                .replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT);
    }
}
