/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import java.util.Optional;
import java.util.stream.Stream;

/** The field reports that scenarios come from, and what they found. */
enum Source {
    S0("upload|form-fields", "uploads: 0.18 requests/s as found, 89 with a buffer, 265 without temp files"),
    S1(
            "static|slow-downstream|overload",
            "static files: platform threads slightly ahead of virtual ones, which pay where requests wait for others"),
    S2("read|cold-start|log", "reads: 1,400 requests/s before, 2,300 after, 2,400 without logging"),
    S3(
            "connectors|collectors",
            "Serial 378.6 requests/s, mean 1.585 s; Parallel 407.7, 1.161 s; G1 431.2, 0.897 s (64 MB to 1 GB of heap)"),
    S4(
            "order-post|levers",
            "heap per request: 34 KB, with a field of 1,200 characters 36 KB, with that field in the log 56 KB");

    private final String scenarios;
    private final String found;

    Source(String scenarios, String found) {
        this.scenarios = scenarios;
        this.found = found;
    }

    /** The report that a scenario reproduces a figure of. */
    static Optional<Source> of(String scenario) {
        return Stream.of(values())
                .filter(source -> scenario.matches("(" + source.scenarios + ")(-.*)?"))
                .findFirst();
    }

    /** For people. */
    String describe() {
        return "Field report " + name() + ", " + found;
    }
}
