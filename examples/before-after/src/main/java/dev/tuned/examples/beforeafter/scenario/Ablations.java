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
            case "form-fields", "upload-5k", "upload-500k" -> Stream.of(without("upload"), thresholdOfOneMegabyte());
            case "read-product", "read-product-19ms", "cold-start", "read-outage" -> Stream.of(without("cache"));
            case "hello" -> Stream.of(without("threads"));
            case "order-post", "order-post-1200" ->
                Stream.of(without("logging"), silent(Variant.STOCK), silent(Variant.TUNED));
            default -> ThreadsFamily.ablations(scenario);
        };
    }

    private static Side without(String starter) {
        return new Side("tuned without " + starter, Variant.TUNED, List.of("--tuned." + starter + ".enabled=false"));
    }

    /** The fix that the field report ended with, which costs what the starter must not cost: memory. */
    private static Side thresholdOfOneMegabyte() {
        return new Side(
                "stock with a 1 MB threshold",
                Variant.STOCK,
                List.of("--spring.servlet.multipart.file-size-threshold=1MB"));
    }

    private static Side silent(Variant variant) {
        return new Side(variant.label() + " without its log line", variant, List.of("--logging.level.root=warn"));
    }
}
