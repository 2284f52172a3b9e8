/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * A starter that would pay.
 *
 * @param rule the rule that it comes from, such as {@code upload.multipart-cpu}
 * @param starter its name, such as {@code upload}
 * @param metric what would change
 * @param low the least predicted gain, such as 0.2 for a fifth
 * @param high the largest
 * @param seen what was counted
 * @param price what it costs
 * @param notIf when not to use it
 * @param asWell what does as well without a starter, such as a property of Spring Boot
 * @param set what has to be set in addition to the starter
 * @param prove the command that proves it
 */
@JsonPropertyOrder({"rule", "starter", "evidence", "predicted", "price", "notIf", "asWell", "set", "command"})
public record Finding(
        String rule,
        String starter,
        @JsonIgnore Gain metric,
        @JsonIgnore double low,
        @JsonIgnore double high,
        @JsonProperty("evidence") List<String> seen,
        String price,
        String notIf,
        String asWell,
        List<String> set,
        @JsonProperty("command") String prove) {

    /** The kind of a gain, in terms of {@code compare}. */
    public enum Gain {
        /** The part of the CPU time per request that is saved. */
        CPU("CPU per request"),
        /** The part of a request's time that is saved, and so of connections divided by requests/s in a closed loop. */
        TIME("time per request"),
        /** The part by which the rate of answered requests rises. */
        RATE("requests/s");

        private final String label;

        Gain(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /** The gain in JSON. */
    record Predicted(String metric, long lowPercent, long highPercent, String words) {}

    @JsonProperty("predicted")
    Predicted predicted() {
        return new Predicted(metric.label(), Math.round(100 * low), Math.round(100 * high), gain());
    }

    /** The gain in words, such as {@code CPU per request −30 to −55 %}. */
    public String gain() {
        String sign = metric == Gain.RATE ? "+" : "−";
        return String.format(Locale.ROOT, "%s %s%.0f to %s%.0f %%", metric.label(), sign, 100 * low, sign, 100 * high);
    }

    /** The claim of {@code compare} that half of the least gain would confirm. */
    static String claim(Gain metric, double low) {
        return switch (metric) {
            case CPU -> String.format(Locale.ROOT, "cpu <= %.2f", 1 - low / 2);
            case TIME -> String.format(Locale.ROOT, "rate >= %.2f", 1 / (1 - low / 2));
            case RATE -> String.format(Locale.ROOT, "rate >= %.2f", 1 + low / 2);
        };
    }
}
