/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.catalog.Catalog;

import static dev.tuned.examples.beforeafter.row.Condition.that;

/**
 * Forms with a file, by a service that is warm.
 *
 * @param name the row's name
 * @param isStandard whether it belongs to the default run
 * @param size the size of the file in words
 * @param load what is sent
 * @param conditions what is claimed
 */
record Forms(String name, boolean isStandard, String size, WarmLoad load, List<Condition> conditions) implements Row {

    private static final Duration WARM_UP = Duration.ofSeconds(5);

    /** What a temporary file costs depends on the machine's file system: 0.45 to 0.73 were measured. */
    private static final double MOST_OF_STOCK = 0.9;

    /** By the parser: 0.3 to 0.5 of the service's own cost were measured, without what it does with the file. */
    private static final double MOST_OF_PROPERTY = 0.9;

    /** Of 100 KB: parsing is most of the cost. */
    static Forms ofPhotos() {
        return new Forms(
                "photo-forms",
                true,
                "100 KB",
                new WarmLoad(Catalog.upload(102_400), 16, WARM_UP),
                List.of(
                        that(WarmLoad.CPU).isAtMost(MOST_OF_STOCK, Column.STOCK),
                        that(WarmLoad.CPU).isAtMost(MOST_OF_PROPERTY, Column.PROPERTY)));
    }

    /** Of 5 KB, as in the field report: most of the cost is that of temporary files, which a property avoids, too. */
    static Forms ofNotes() {
        return new Forms(
                "small-forms",
                false,
                "5 KB",
                new WarmLoad(Catalog.upload(5 * 1024), 16, WARM_UP),
                List.of(that(WarmLoad.CPU).isAtMost(MOST_OF_STOCK, Column.STOCK)));
    }

    @Override
    public String starter() {
        return "upload";
    }

    @Override
    public String title() {
        return "A form with a file of " + size + " costs less CPU";
    }

    @Override
    public String sentence() {
        return "16 connections send forms with five texts and a file of " + size
                + ", as fast as they are answered; counted once" + " the service is warm";
    }

    @Override
    public List<Column> columns(Columns columns) {
        return Stream.of(columns.stock(), columns.property(Columns.FILE_SIZE_THRESHOLD), columns.tuned())
                .map(Column::withBothCompilers)
                .toList();
    }

    @Override
    public void play(Instances instances, Counts counts) throws IOException, InterruptedException {
        load.play(instances, counts);
    }

    @Override
    public Headline headline() {
        return Headline.of("%s µs of CPU", WarmLoad.CPU);
    }
}
