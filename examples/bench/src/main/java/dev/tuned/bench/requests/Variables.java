/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.requests;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** The variables of a {@code .http} file: those with a value, and those whose value differs per request. */
final class Variables {

    private static final Pattern DEFINITION = Pattern.compile("@([\\w.-]+)\\s*=\\s*(.*)");
    private static final Pattern VALUES =
            Pattern.compile("(?:#|//)\\s*@values\\s+([\\w-]+)\\s*=?\\s*(.*)", Pattern.CASE_INSENSITIVE);

    private final List<String> lines;
    private final Map<String, String> variables = new LinkedHashMap<>();
    private final Map<String, Values> values = new HashMap<>();
    private final Set<String> open = new LinkedHashSet<>();

    /**
     * Reads the variables whose value differs per request.
     *
     * @param name the name of the file
     * @param directory the directory of the files with values
     */
    Variables(String name, Path directory, List<String> lines) throws RequestFileException {
        this.lines = lines;
        for (int i = 0; i < lines.size(); i++) {
            Matcher line = VALUES.matcher(lines.get(i).strip());
            if (line.matches()) {
                values.put(
                        line.group(1),
                        Values.of(name + ":" + (i + 1), line.group(2).strip(), directory));
            }
        }
    }

    /** The variables whose value differs per request, by their names. */
    Map<String, Values> values() {
        return values;
    }

    void define(String place, String line) throws RequestFileException {
        Matcher definition = DEFINITION.matcher(line);
        if (!definition.matches()) {
            throw new RequestFileException(place, "expected '@name = value'");
        }
        variables.put(definition.group(1), resolved(place, definition.group(2).strip()));
    }

    /** What a variable stands for, in turn made of others: those above, or else those further down in the file. */
    private @Nullable String value(String place, String variable) throws RequestFileException {
        String known = variables.get(variable);
        if (known != null) {
            return known;
        }
        if (open.contains(variable)) {
            throw new RequestFileException(
                    place, "the variables " + String.join(" → ", open) + " → " + variable + " are chained in a circle");
        }
        for (String line : lines) {
            Matcher definition = DEFINITION.matcher(line.strip());
            if (definition.matches() && definition.group(1).equals(variable)) {
                open.add(variable);
                String value = resolved(place, definition.group(2).strip());
                open.remove(variable);
                return value;
            }
        }
        return values.containsKey(variable) || variable.startsWith(FileRequest.LOGIN) ? "{{" + variable + "}}" : null;
    }

    /** A text with its variables, but for those that are known only when a request is sent. */
    String resolved(String place, String text) throws RequestFileException {
        Matcher variable = Placeholders.PATTERN.matcher(text);
        StringBuilder resolved = new StringBuilder();
        while (variable.find()) {
            String name = variable.group(1);
            String value = value(place, name);
            if (value == null) {
                throw new RequestFileException(place, why(variable.group(), name));
            }
            variable.appendReplacement(resolved, Matcher.quoteReplacement(value));
        }
        return variable.appendTail(resolved).toString();
    }

    private static String why(String text, String name) {
        if (name.startsWith("$")) {
            return "'" + text + "' is made by an editor: write '# @values NAME 1..1000', and {{NAME}} here";
        }
        return name.matches("[\\w-]+\\.(?:request|response)\\..*")
                ? "'" + text
                        + "' takes from an earlier answer: write '# @login' above that request, and {{login.FIELD}} here"
                : "the variable '" + name + "' has no '@" + name + " = …'";
    }
}
