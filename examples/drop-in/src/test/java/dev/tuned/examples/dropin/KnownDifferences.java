/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The entries of {@code known-differences.md}, which says how they are written. */
final class KnownDifferences {

    private static final Path FILE = Path.of("known-differences.md");
    private static final Pattern SOURCE = Pattern.compile(
            "Starter: (?<starter>upload|logging|cache|threads)\\. (Waits for: issue (?<issue>\\d+)|README: (?<line>.+))\\.");
    private static final Pattern CASE =
            Pattern.compile("- `(?<name>[^`]+)`: (?<aspects>.+?)(?: \\[(?<only>[\\w. ,]+)])?");

    /**
     * A reason and where it is documented.
     *
     * @param issue the issue that mends it, or null
     * @param readmeLine what the starter's README says of it, or null
     */
    record Entry(String title, String starter, String issue, String readmeLine, String reason, List<Known> cases) {}

    /**
     * One case.
     *
     * @param only where it occurs: {@code java 17}, {@code boot 4.1}; empty is everywhere
     */
    record Known(String name, Set<String> aspects, Set<String> only) {

        /** Whether it is one for the same case of several scenarios: {@code upload/*&#47;beans}. */
        boolean isPattern() {
            return name.contains("*");
        }

        boolean matches(String caseName) {
            int star = name.indexOf('*');
            return star < 0
                    ? name.equals(caseName)
                    : caseName.length() >= name.length()
                            && caseName.startsWith(name.substring(0, star))
                            && caseName.endsWith(name.substring(star + 1));
        }

        boolean occursOn(int java, String boot) {
            return of("java ", "java " + java) && of("boot ", "boot " + boot);
        }

        private boolean of(String kind, String here) {
            return only.stream().noneMatch(condition -> condition.startsWith(kind)) || only.contains(here);
        }
    }

    private final List<Entry> entries;

    private KnownDifferences(List<Entry> entries) {
        this.entries = entries;
    }

    static KnownDifferences read() {
        try {
            return parse(Files.readString(FILE));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static KnownDifferences parse(String text) {
        List<Entry> entries = new ArrayList<>();
        for (String section : text.split("(?m)^## ")) {
            if (section.startsWith("# ")) {
                continue;
            }
            entries.add(entry(section));
        }
        return new KnownDifferences(List.copyOf(entries));
    }

    private static Entry entry(String section) {
        String title = section.lines().findFirst().orElseThrow();
        Matcher source = SOURCE.matcher(section);
        if (!source.find()) {
            throw new IllegalArgumentException(
                    "'" + title + "' names no starter, or neither an issue nor a line of a README");
        }
        List<Known> cases = section.lines()
                .filter(line -> line.startsWith("- "))
                .map(KnownDifferences::known)
                .toList();
        String reason = section.substring(source.end())
                .lines()
                .filter(line -> !line.startsWith("- "))
                .collect(Collectors.joining(" "))
                .strip();
        return new Entry(title, source.group("starter"), source.group("issue"), source.group("line"), reason, cases);
    }

    private static Known known(String line) {
        Matcher known = CASE.matcher(line);
        if (!known.matches()) {
            throw new IllegalArgumentException("not of the form '- `case`: aspect, aspect [java 17]': " + line);
        }
        return new Known(known.group("name"), split(known.group("aspects")), split(known.group("only")));
    }

    private static Set<String> split(String list) {
        return list == null
                ? Set.of()
                : Arrays.stream(list.split(",")).map(String::strip).collect(Collectors.toCollection(TreeSet::new));
    }

    List<Entry> entries() {
        return entries;
    }

    /** What is known of the cases whose names begin with {@code prefix}. */
    List<Known> of(String prefix, int java, String boot) {
        return entries.stream()
                .flatMap(entry -> entry.cases().stream())
                .filter(known -> known.name().startsWith(prefix) && known.occursOn(java, boot))
                .toList();
    }
}
