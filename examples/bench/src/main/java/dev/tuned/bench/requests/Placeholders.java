/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.requests;

import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/** Values of a request that are known only when it is sent: <code>{{name}}</code> in its text. */
final class Placeholders {

    static final Pattern PATTERN = Pattern.compile("\\{\\{\\s*([^{}]*?)\\s*}}");

    private Placeholders() {}

    /** Fills in values; what has {@code null} stays as it is. */
    static String filled(String text, Function<String, @Nullable String> values) {
        return PATTERN.matcher(text).replaceAll(found -> {
            String value = values.apply(found.group(1));
            return Matcher.quoteReplacement(value == null ? found.group() : value);
        });
    }

    /** The names of the values that a text lacks. */
    static Stream<String> names(String text) {
        return PATTERN.matcher(text).results().map(found -> found.group(1));
    }
}
