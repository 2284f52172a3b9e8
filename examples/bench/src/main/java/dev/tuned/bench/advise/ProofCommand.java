/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.compare.ServiceLoad;
import dev.tuned.bench.compare.StarterJars;

/**
 * The command that lets {@code compare} start and load the observed service.
 *
 * @param program how this program is started
 * @param jar the service's executable jar, or {@code null} where it is not known
 * @param requests the file of requests, or {@code null} where it is not known
 * @param java the service's Java
 * @param jvmFlags flags of its JVM
 * @param arguments its arguments
 * @param load the load
 */
public record ProofCommand(
        String program,
        @Nullable String jar,
        @Nullable String requests,
        @Nullable String java,
        List<String> jvmFlags,
        List<String> arguments,
        ServiceLoad load) {

    /** The default of compare. */
    private static final int DEFAULT_CONNECTIONS = 16;

    /** Two more than compare has by default: a gain that was predicted is to be decided, not only seen. */
    private static final String LAUNCHES = "5";

    /** The known prices of the starters, in terms of compare: their gain is not refuted by them. */
    private static final Map<String, List<String>> ACCEPTED = Map.of(
            "upload", List.of("allocated <= 30", "gc <= 30", "rss <= 1.5"),
            "cache", List.of("allocated <= 1.5", "rss <= 1.5"),
            "threads", List.of("allocated <= 3", "gc <= 20", "rss <= 2.5"));

    /**
     * The command that proves a claim: it adds a starter, unless the service has it.
     *
     * @param argumentsAfter arguments of the service after, which replace its own of the same name
     */
    String adding(String starter, List<String> argumentsAfter, String claim) {
        List<String> words = new ArrayList<>(List.of("compare", "--jar", named(jar, "app.jar")));
        option(words, "--add", has(starter) ? "" : starter);
        words.addAll(List.of("--requests", named(requests, "requests.http")));
        option(words, "--java", java == null ? "" : java);
        option(words, "--jvm", joined(jvmFlags.stream()));
        Predicate<String> onlyBefore = argument ->
                argumentsAfter.stream().anyMatch(after -> name(after).equals(name(argument)));
        option(words, "--args", joined(arguments.stream().filter(onlyBefore.negate())));
        option(words, "--args-before", joined(arguments.stream().filter(onlyBefore)));
        option(words, "--args-after", joined(argumentsAfter.stream()));
        option(words, "--ready", load.ready());
        if (load.connections() != DEFAULT_CONNECTIONS) {
            option(words, "--connections", Integer.toString(load.connections()));
        }
        if (load.rate() != null) {
            option(words, "--rate", load.rate().toString());
        }
        option(words, "--launches", LAUNCHES);
        ACCEPTED.getOrDefault(starter, List.of()).forEach(price -> option(words, "--accept", price));
        option(words, "--claim", claim);
        return program + " " + words.stream().map(ProofCommand::quoted).collect(Collectors.joining(" "));
    }

    private static String name(String argument) {
        return argument.replaceFirst("=.*", "");
    }

    private static String named(@Nullable String known, String placeholder) {
        return Objects.requireNonNullElse(known, placeholder);
    }

    private static void option(List<String> words, String name, String value) {
        if (!value.isEmpty()) {
            words.add(name);
            words.add(value);
        }
    }

    /** One with a space is kept together. */
    private static String joined(Stream<String> words) {
        return words.map(word -> word.contains(" ") ? "\"" + word + "\"" : word).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.matches("[\\w./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Whether the service has a starter, as far as its jar is known. */
    boolean has(String starter) {
        return jar != null && StarterJars.has(Path.of(jar), starter);
    }

    /** Why a starter that the service does not have cannot be added to its jar, where that is known and can be read. */
    Optional<String> whyNot(String starter) {
        return jar == null || !Files.isReadable(Path.of(jar)) || has(starter)
                ? Optional.empty()
                : StarterJars.whyNot(Path.of(jar), starter);
    }

    /** The parts of the command that have to be filled in by hand. */
    List<String> placeholders() {
        return Stream.of(jar == null ? "app.jar" : "", requests == null ? "requests.http" : "")
                .filter(name -> !name.isEmpty())
                .toList();
    }
}
