/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.examples.beforeafter.catalog.Catalog;
import dev.tuned.examples.beforeafter.catalog.StaticFiles;

import static dev.tuned.examples.beforeafter.row.Condition.that;

/** Static files, which stock reads onto the heap and writes in pieces of 8 KB. */
final class DownloadedFiles implements Row {

    /** Of a response that {@code sendfile} writes: its head, the file, and what a full socket leaves of it. */
    private static final int MOST_WRITES = 3;

    private static final StaticFiles FILES = new StaticFiles("file", 100, 102_400);

    private static final WarmLoad DOWNLOADS = new WarmLoad(Catalog.files(FILES), 50, Duration.ofSeconds(3));

    @Override
    public String name() {
        return "static-files";
    }

    @Override
    public String starter() {
        return "threads";
    }

    @Override
    public String title() {
        return "Static files of 100 KB bypass the heap";
    }

    @Override
    public String sentence() {
        return "50 connections download files of 100 KB, as fast as they come; counted once the service is warm";
    }

    @Override
    public List<Column> columns(Columns columns) {
        // No property has the operating system send Spring's resources; this one is what an engineer would try.
        return Stream.of(columns.stock(), columns.property("spring.threads.virtual.enabled=true"), columns.tuned())
                .map(Column::withBothCompilers)
                .toList();
    }

    @Override
    public void play(Instances instances, Counts counts) throws IOException, InterruptedException {
        ServiceProcess service = instances.one();
        Path directory = service.directory().resolve("files");
        if (!Files.exists(directory)) {
            FILES.write(directory);
        }
        DOWNLOADS.play(instances, counts);
    }

    @Override
    public List<Condition> conditions() {
        // The CPU is shown and not claimed: 0.3 to 0.85 of stock on an idle machine, any share while others keep it
        // busy.
        return List.of(that(WarmLoad.WRITES).isAtMost(MOST_WRITES));
    }

    @Override
    public Headline headline() {
        return Headline.of("%s write calls, %s µs of CPU", WarmLoad.WRITES, WarmLoad.CPU);
    }
}
