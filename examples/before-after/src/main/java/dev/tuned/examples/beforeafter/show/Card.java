/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.show;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.RowResult;
import dev.tuned.bench.run.RunListener;
import dev.tuned.examples.beforeafter.row.Condition;
import dev.tuned.examples.beforeafter.row.Row;
import dev.tuned.examples.beforeafter.row.RowCounts;

/** A row on the page, and what its last play has counted so far. Thread-safe. */
final class Card implements RunListener {

    /** The state of a card. */
    enum State {
        IDLE,
        QUEUED,
        RUNNING,
        DONE,
        FAILED
    }

    /**
     * A card for the page.
     *
     * @param look what to look at
     * @param columns how each column is started, by its name
     * @param shown what came of each column that has played, by its name
     */
    record View(
            String id,
            String starter,
            String title,
            String what,
            String look,
            String state,
            String note,
            Map<String, String> columns,
            Map<String, RowResult.Shown> shown) {}

    private final Row row;
    private State state = State.IDLE;
    private String note = "";
    private @Nullable RowCounts counts;

    Card(Row row) {
        this.row = row;
    }

    Row row() {
        return row;
    }

    /** Takes a place in the queue, unless the row has one or runs. */
    synchronized boolean queue() {
        if (state == State.QUEUED || state == State.RUNNING) {
            return false;
        }
        enter(State.QUEUED, "");
        counts = null;
        return true;
    }

    synchronized void plays(RowCounts played) {
        counts = played;
    }

    /** Changes the state, with a text about the current step or the end. */
    synchronized void enter(State now, String text) {
        state = now;
        note = text;
    }

    @Override
    public void announced(String line) {
        enter(State.RUNNING, line);
    }

    @Override
    public void progress(String what, double share) {
        enter(State.RUNNING, "the columns play side by side");
    }

    synchronized View view() {
        RowResult result = counts == null ? null : counts.result();
        return new View(
                row.name(),
                row.starter(),
                row.title(),
                row.sentence(),
                row.conditions().stream().map(Condition::text).collect(Collectors.joining("; ")),
                state.name().toLowerCase(Locale.ROOT),
                note,
                result == null ? Map.of() : result.columns(),
                result == null ? Map.of() : result.shown());
    }
}
