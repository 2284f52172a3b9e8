/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.core.pattern.CompositeConverter;

/** Patterns made of all conversion words Logback and Boot have, from a seed. */
final class GeneratedPatterns {

    /** Boot's own words, as its default configuration registers them. */
    static final String BOOT_RULES = rules(Map.of(
            "clr", "ColorConverter",
            "correlationId", "CorrelationIdConverter",
            "esb", "EnclosedInSquareBracketsConverter",
            "wex", "WhitespaceThrowableProxyConverter",
            "wEx", "ExtendedWhitespaceThrowableProxyConverter"));

    private static final List<String> LITERALS = List.of(
            " ",
            " - ",
            "[",
            "] ",
            ": ",
            " \\t",
            "%n",
            " \\(x\\)",
            " 100\\%",
            "\u00fc",
            "\u65e5\u672c",
            "\ud83d\ude00",
            "|");
    private static final List<String> FORMATS =
            List.of("", "", "", "-5", "5", "20", "-20", ".10", ".-10", "10.10", "-40.40", "-3.-3", "0.0");

    private static final Map<String, List<String>> OPTIONS = Map.ofEntries(
            Map.entry(
                    "d",
                    List.of("{HH:mm:ss.SSS}", "{ISO8601}", "{yyyy-MM-dd, UTC}", "{EEEE d MMMM, Asia/Tokyo, ja}", "")),
            Map.entry("date", List.of("{STRICT}", "{\"yyyy-MM-dd'T'HH:mm:ss.SSSXXX\"}")),
            Map.entry("X", List.of("{user}", "{absent}", "{absent:-none}", "")),
            Map.entry("mdc", List.of("{trace}", "")),
            Map.entry("ex", List.of("", "{short}", "{full}", "{1}", "{3}", "{full, java.base, org.junit}")),
            Map.entry("exception", List.of("{2}", "{0}")),
            Map.entry("rEx", List.of("", "{short}", "{4}")),
            Map.entry("xEx", List.of("", "{2}", "{short}")),
            Map.entry("wEx", List.of("", "{3}")),
            Map.entry("c", List.of("", "{0}", "{1}", "{15}", "{36}")),
            Map.entry("logger", List.of("{20}", "")),
            Map.entry("C", List.of("", "{0}", "{12}")),
            Map.entry("caller", List.of("{1}", "{2}", "{1..3}")),
            Map.entry("kvp", List.of("", "{NONE}", "{SINGLE}", "{DOUBLE}")),
            Map.entry("maskedKvp", List.of("{key0}", "{NONE, key1}")),
            Map.entry("property", List.of("{java.version}", "{absent:-default}", "{absent}")),
            Map.entry("clr", List.of("{red}", "{faint}", "")),
            Map.entry("correlationId", List.of("", "{trace(6),user(4)}")),
            Map.entry("replace", List.of("{'[aeiou]', '_'}", "{'\\s+', ''}", "{'(.)n', '$1N'}")),
            Map.entry("ep", List.of("", "{seconds}")));

    private final Random random;
    private final List<String> simple = new ArrayList<>();
    private final List<String> composite = new ArrayList<>(List.of("", "clr", "esb"));

    GeneratedPatterns(long seed) {
        random = new Random(seed);
        for (String word : new TreeSet<>(PatternLayout.DEFAULT_CONVERTER_SUPPLIER_MAP.keySet())) {
            if (PatternLayout.DEFAULT_CONVERTER_SUPPLIER_MAP.get(word).get() instanceof CompositeConverter) {
                composite.add(word.equals("BARE") ? "" : word);
            } else if (!word.equals("lsn")) {
                // A counter of each converter's own, which has a test of its own.
                simple.add(word);
            }
        }
        simple.addAll(List.of("correlationId", "wEx", "wex", "unknown"));
    }

    private static String rules(Map<String, String> classes) {
        StringBuilder xml = new StringBuilder();
        classes.forEach((word, name) ->
                xml.append("<conversionRule conversionWord='%s' class='org.springframework.boot.logging.logback.%s'/>"
                        .formatted(word, name)));
        return xml.toString();
    }

    String next() {
        return parts(3);
    }

    private String parts(int depth) {
        StringBuilder pattern = new StringBuilder();
        int count = 1 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            int kind = random.nextInt(10);
            if (kind < 2) {
                pattern.append(pick(LITERALS));
            } else if (kind < 8 || depth == 0) {
                String word = pick(simple);
                // The space ends a word that has no options.
                pattern.append('%')
                        .append(pick(FORMATS))
                        .append(word)
                        .append(options(word))
                        .append(' ');
            } else {
                String word = pick(composite);
                pattern.append('%').append(pick(FORMATS)).append(word).append('(');
                pattern.append(parts(depth - 1)).append(')').append(options(word));
            }
        }
        return pattern.toString();
    }

    private String options(String word) {
        return pick(OPTIONS.getOrDefault(word, List.of("")));
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
