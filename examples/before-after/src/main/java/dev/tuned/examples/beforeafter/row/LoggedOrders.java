/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import dev.tuned.examples.beforeafter.catalog.Catalog;

import static dev.tuned.examples.beforeafter.row.Condition.that;

/** Orders that log much, by a service that is warm. */
final class LoggedOrders implements Row {

    private static final WarmLoad ORDERS = new WarmLoad(Catalog.orders(Catalog.ITEMS), 16, Duration.ofSeconds(30));

    /** Of which one writes the answer. */
    private static final int MOST_WRITES = 3;

    @Override
    public String name() {
        return "logged-orders";
    }

    @Override
    public String starter() {
        return "logging";
    }

    @Override
    public String title() {
        return "Lines that requests log cost fewer writes";
    }

    @Override
    public boolean isStandard() {
        return false;
    }

    @Override
    public String sentence() {
        return "16 connections send orders that log 13 lines, as fast as they are answered; counted once the service is warm";
    }

    @Override
    public List<Column> columns(Columns columns) {
        return columns.ofLogging().stream().map(Column::withBothCompilers).toList();
    }

    @Override
    public void play(Instances instances, Counts counts) throws IOException, InterruptedException {
        ORDERS.play(instances, counts);
    }

    @Override
    public List<Condition> conditions() {
        return List.of(
                that(WarmLoad.WRITES).isAtMost(MOST_WRITES), that(WarmLoad.CPU).isAtMost(1, Column.STOCK));
    }

    @Override
    public Headline headline() {
        return Headline.of("%s write calls, %s µs of CPU", WarmLoad.WRITES, WarmLoad.CPU);
    }
}
