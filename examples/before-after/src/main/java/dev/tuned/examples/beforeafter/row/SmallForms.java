/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.catalog.Catalog;

import static dev.tuned.examples.beforeafter.row.Condition.that;

/** Forms with a small file, by a service that is warm. */
final class SmallForms implements Row {

    private static final WarmLoad FORMS = new WarmLoad(Catalog.upload(5 * 1024), 16, 3_000);

    /** What a temporary file costs depends on the machine's file system: 0.45 to 0.73 were measured. */
    private static final double MOST_CPU = 0.9;

    @Override
    public String name() {
        return "small-forms";
    }

    @Override
    public String starter() {
        return "upload";
    }

    @Override
    public String title() {
        return "A form with a file of 5 KB costs less";
    }

    @Override
    public String sentence() {
        return "16 connections send forms with five texts and a file of 5 KB, as fast as they are answered; counted once the"
                + " service is warm";
    }

    @Override
    public List<Column> columns(Columns columns) {
        return Stream.of(columns.stock(), columns.property(Columns.FILE_SIZE_THRESHOLD), columns.tuned())
                .map(Column::withBothCompilers)
                .toList();
    }

    @Override
    public void play(Instances instances, Counts counts) throws IOException, InterruptedException {
        FORMS.play(instances.one(), counts);
    }

    @Override
    public List<Condition> conditions() {
        return List.of(that(WarmLoad.CPU).isAtMost(MOST_CPU, Column.STOCK));
    }

    @Override
    public Headline headline() {
        return Headline.of(WarmLoad.CPU, "µs of CPU per form");
    }
}
