/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Options that hold several words, as a shell reads them. */
public final class Arguments {

    private static final Pattern ARGUMENT = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");
    private static final Pattern ADDRESS = Pattern.compile("--server\\.(?:port|address)(?:=.*)?");

    private Arguments() {}

    /** Arguments for a service that gets its address here. */
    static List<String> ofService(OptionChecks checks, String option, String text) {
        List<String> words = words(checks, option, text);
        words.stream()
                .filter(word -> ADDRESS.matcher(word).matches())
                .findFirst()
                .ifPresent(word -> {
                    throw checks.wrong(
                            option, word, "cannot be used: each service gets a free port of the loopback interface");
                });
        return words;
    }

    /** The words of an option whose quotes have to be closed. */
    static List<String> words(OptionChecks checks, String option, String text) {
        if (!ARGUMENT.matcher(text).replaceAll("").isBlank()) {
            throw checks.wrong(option, text, "has a quote that is not closed");
        }
        return split(text);
    }

    /** Words, of which those in quotes may hold spaces. */
    public static List<String> split(String text) {
        Matcher matcher = ARGUMENT.matcher(text);
        List<String> words = new ArrayList<>();
        while (matcher.find()) {
            words.add(unquoted(matcher.group()));
        }
        return words;
    }

    /** Quotes of the other kind inside quotes stay. */
    private static String unquoted(String word) {
        return Pattern.compile("'([^']*)'|\"([^\"]*)\"")
                .matcher(word)
                .replaceAll(quoted ->
                        Matcher.quoteReplacement(quoted.group(1) == null ? quoted.group(2) : quoted.group(1)));
    }
}
