/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.List;
import java.util.stream.Stream;

/** What is added to a full run to tell which starter a difference comes from, where that is a question. */
final class Ablations {

    private Ablations() {}

    static List<Side> of(String scenario, List<Variant> variants) {
        return candidates(scenario)
                .filter(side -> variants.contains(side.variant()))
                .toList();
    }

    private static Stream<Side> candidates(String scenario) {
        return switch (scenario) {
            case "form-fields", "upload-5k", "upload-500k" -> Stream.of(without("upload"));
            case "read-product" -> Stream.of(without("cache"));
            case "hello", "static-100k", "slow-downstream" -> Stream.of(without("threads"));
            case "order-post" -> Stream.of(without("logging"), silent(Variant.STOCK), silent(Variant.TUNED));
            default -> Stream.of();
        };
    }

    private static Side without(String starter) {
        return new Side("tuned without " + starter, Variant.TUNED, List.of("--tuned." + starter + ".enabled=false"));
    }

    private static Side silent(Variant variant) {
        return new Side(variant.label() + " without its log line", variant, List.of("--logging.level.root=warn"));
    }
}
