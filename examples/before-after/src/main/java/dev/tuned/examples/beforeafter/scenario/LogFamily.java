/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One endpoint under the logging configuration that S2 started from, without logging, with S2's fix, and with S2's first
 * configuration left alone but the starter added.
 */
final class LogFamily {

    static final String BASELINE = "log-before";
    static final List<String> ROWS = List.of("log-off", BASELINE, "log-after", "log-tuned");

    private LogFamily() {}

    /** The comparisons of the rows asked for; {@code log-before} asks for all, being what the others are compared with. */
    static List<Comparison> comparisons(List<String> rows, Scenario scenario, List<Variant> variants) {
        if (!variants.contains(Variant.STOCK)) {
            return List.of();
        }
        Side baseline = side(BASELINE, Variant.STOCK, "logback-s2-before.xml");
        List<Comparison> comparisons = new ArrayList<>();
        for (String row : rows.contains(BASELINE) ? ROWS : rows) {
            switch (row) {
                case "log-off" -> comparisons.add(reference(baseline, side(row, Variant.STOCK, "logback-off.xml")));
                case "log-after" ->
                    comparisons.add(reference(baseline, side(row, Variant.STOCK, "logback-s2-after.xml")));
                case "log-tuned" -> {
                    if (variants.contains(Variant.TUNED)) {
                        comparisons.add(new Comparison(row, baseline, tuned(row), scenario.claims()));
                    }
                }
                default -> comparisons.add(reference(baseline, baseline));
            }
        }
        return comparisons;
    }

    private static Comparison reference(Side baseline, Side candidate) {
        return new Comparison(candidate.name(), baseline, candidate, List.of());
    }

    /**
     * S2's file as it was before the fix, and the part of the fix that only its owner can decide: that nobody needs the caller
     * data. The other starters are off, so that logging alone is measured.
     */
    private static Side tuned(String row) {
        Side side = side(row, Variant.TUNED, "logback-s2-before.xml");
        return new Side(
                row,
                Variant.TUNED,
                Stream.concat(
                                side.arguments().stream(),
                                Stream.of(
                                        "--tuned.logging.caller-data=off",
                                        "--tuned.upload.enabled=false",
                                        "--tuned.cache.enabled=false",
                                        "--tuned.threads.enabled=false"))
                        .toList());
    }

    private static Side side(String name, Variant variant, String configuration) {
        return new Side(
                name,
                variant,
                List.of(
                        "--logging.config=classpath:" + configuration,
                        "--logging.file.name=" + name + ".log",
                        "--catalog.mdc=true"));
    }
}
