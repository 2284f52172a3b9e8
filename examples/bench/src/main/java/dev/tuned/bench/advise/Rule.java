/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.io.InputStream;
import java.util.List;
import java.util.Objects;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.bench.advise.Finding.Gain;

/**
 * What {@code rules.json} says of a rule.
 *
 * @param rule its name, such as {@code upload.multipart-cpu}
 * @param starter the starter that would pay
 * @param property what switches it on in a service that has the starter; empty if the finding says what to set, and what
 *     was seen shows that it is off
 * @param gain what would change
 * @param least the least part of a share that is gained, as this project measured it
 * @param most the largest
 * @param price what it costs
 * @param notIf when not to use it
 * @param asWell what does as well without a starter
 */
record Rule(
        String rule,
        String starter,
        String property,
        Gain gain,
        double least,
        double most,
        String price,
        String notIf,
        String asWell) {

    private static final double MAX_CPU_SHARE = 0.95;
    private static final List<Rule> ALL = read();

    private static List<Rule> read() {
        InputStream rules = Objects.requireNonNull(Rule.class.getResourceAsStream("rules.json"));
        return JsonMapper.shared().readValue(rules, new TypeReference<>() {});
    }

    static Rule of(String name) {
        return ALL.stream().filter(each -> each.rule.equals(name)).findFirst().orElseThrow();
    }

    /** The least gain of a share. */
    double low(double share) {
        return least * share;
    }

    /** The largest gain of a share. */
    double high(double share) {
        return gain == Gain.CPU ? Math.min(MAX_CPU_SHARE, most * share) : most * share;
    }
}
