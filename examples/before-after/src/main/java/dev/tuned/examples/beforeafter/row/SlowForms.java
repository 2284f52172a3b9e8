/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import dev.tuned.bench.load.Expectation;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.examples.beforeafter.catalog.Catalog;

import static dev.tuned.examples.beforeafter.row.Condition.that;

/** Forms with a file arrive together over slow connections, so that the service has to keep all of them for a while. */
final class SlowForms implements Row {

    private static final int FORMS = 180;
    private static final int FILE_BYTES = 1_000_000;

    /** What comes last, and how much later. */
    private static final int LAST_BYTES = 20_000;

    private static final long LATER_MILLIS = 1_000;

    /** Of stock, which writes each part to a file; half of them did not fit into the least heap that was tried. */
    private static final double MOST_FILES = 0.9;

    private static final Count ANSWERED = new Count("forms_answered", "forms answered with the right digest");
    private static final Count ERRORS = new Count("errors", "errors, or no answer at all");
    private static final Count FILES = new Count("temporary_files", "temporary files meanwhile");
    private static final Count ALIVE = new Count("alive", "alive afterwards (1: yes)");

    @Override
    public String name() {
        return "slow-forms";
    }

    @Override
    public String starter() {
        return "upload";
    }

    @Override
    public String title() {
        return "180 slow uploads are answered, with less on disk";
    }

    @Override
    public String sentence() {
        return "180 forms with a file of 1,000,000 bytes arrive together over slow connections: all but the last 20 KB, and"
                + " these a second later";
    }

    @Override
    public List<Column> columns(Columns columns) {
        return Stream.of(columns.stock(), columns.property(Columns.FILE_SIZE_THRESHOLD), columns.tuned())
                .map(column -> column.withHeap("128m"))
                .toList();
    }

    @Override
    public void play(Instances instances, Counts counts) throws IOException, InterruptedException {
        ServiceProcess service = instances.one();
        byte[] file = new byte[FILE_BYTES];
        new SplittableRandom(FILE_BYTES).nextBytes(file);
        String digest = Catalog.sha256(file);
        Expectation right = answer -> answer.status() == 201 && answer.text().contains(digest);
        int answered;
        double files;
        try (SlowConnections forms = new SlowConnections(service.address(), Catalog.form(right, file), FORMS);
                Watch watch = new Watch(service, forms::quietNanos)) {
            forms.sendAllBut(LAST_BYTES, watch::isGone);
            Thread.sleep(LATER_MILLIS);
            files = temporaryFiles(service.directory().resolve("tmp"));
            forms.sendTheRest(watch::isGone);
            answered = forms.right();
        }
        counts.put(ANSWERED, answered);
        counts.put(ERRORS, FORMS - answered);
        counts.put(FILES, files);
        counts.put(ALIVE, service.hasEnded() ? 0 : 1);
    }

    /** Files of parts, with either of the two: beside them may be a lock. */
    private static double temporaryFiles(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(
                            file -> Files.isRegularFile(file) && file.toString().endsWith(".tmp"))
                    .count();
        }
    }

    @Override
    public List<Condition> conditions() {
        return List.of(that(ANSWERED).is(FORMS), that(ALIVE).is(1), that(FILES).isAtMost(MOST_FILES, Column.STOCK));
    }

    @Override
    public Headline headline() {
        return Headline.of("%s temporary files, %s answered", FILES, ANSWERED)
                .failing(ALIVE, alive -> alive == 0, "out of memory: never answers again");
    }
}
