/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

import dev.tuned.examples.microbenchmarks.PairedRatios;

/** A Markdown table with a row per peer. */
final class Table {

    private final String title;
    private final Map<String, Function<Peer, String>> columns = new LinkedHashMap<>();

    Table(String title) {
        this.title = title;
    }

    Table column(String name, Function<Peer, String> value) {
        columns.put(name, value);
        return this;
    }

    Table number(String name, String format, Function<Peer, Double> value) {
        return column(name, peer -> String.format(Locale.ROOT, format, value.apply(peer)));
    }

    /** A ratio with its interval. */
    Table ratio(String name, Function<Peer, PairedRatios> value) {
        return column(name, peer -> {
            PairedRatios ratio = value.apply(peer);
            return String.format(Locale.ROOT, "%.2f (%.2f – %.2f)", ratio.mean(), ratio.low(), ratio.high());
        });
    }

    void print(List<Peer> peers) {
        System.out.println(title);
        System.out.println();
        System.out.println("| configuration | " + String.join(" | ", columns.keySet()) + " |");
        System.out.println("|---|" + "--:|".repeat(columns.size()));
        for (Peer peer : peers) {
            List<String> cells =
                    columns.values().stream().map(value -> value.apply(peer)).toList();
            System.out.println("| " + peer.label() + " | " + String.join(" | ", cells) + " |");
        }
        System.out.println();
    }
}
