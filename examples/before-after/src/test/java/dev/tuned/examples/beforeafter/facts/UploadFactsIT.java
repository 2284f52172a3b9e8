/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.net.http.HttpRequest;
import java.nio.file.Path;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.examples.beforeafter.process.ProcessStats;
import dev.tuned.examples.beforeafter.process.VariantProcess;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the upload starter does to files and heap, counted on {@code catalog-tuned} as a process, and counted again with the
 * starter taken off its class path.
 */
class UploadFactsIT {

    private static final String STREAM = "/uploads/stream";
    private static final int KB = 1024;
    private static final int SMALL = 500 * KB;
    private static final int LARGE = 64 * KB * KB;

    private static TunedCatalog catalog;
    private static VariantProcess whole;
    private static VariantProcess stock;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        catalog = new TunedCatalog(directory);
        // Without looks for changes, whose allocation would count as the uploads' where these take long.
        whole = catalog.start("--catalog.keep-uploads=false", "--tuned.cache.invalidation.mode=none");
        stock = catalog.startWithout("upload", "--catalog.keep-uploads=false");
    }

    @AfterAll
    static void stop() {
        catalog.close();
    }

    @Test
    void formFieldsSmallFilesAndStreamsCreateNoTempFiles() throws Exception {
        assertThat(tempFiles(whole, Requests.form(whole))).isZero();
        assertThat(tempFiles(whole, Requests.upload(whole, SMALL))).isZero();
        assertThat(tempFiles(whole, Requests.upload(whole, STREAM, 4 * SMALL))).isZero();
        assertThat(tempFiles(stock, Requests.form(stock))).isEqualTo(10 * 5);
        assertThat(tempFiles(stock, Requests.upload(stock, SMALL))).isEqualTo(10);
        assertThat(tempFiles(stock, Requests.upload(stock, STREAM, 4 * SMALL))).isEqualTo(10);
    }

    private static int tempFiles(VariantProcess process, HttpRequest request) throws Exception {
        // The first request may create directories.
        Requests.send(request, 201);
        try (CreatedFiles created = CreatedFiles.below(TunedCatalog.temporaryFiles(process))) {
            for (int i = 0; i < 10; i++) {
                Requests.send(request, 201);
            }
            return created.count();
        }
    }

    /** A part in memory costs heap. What is compared with is what has it in memory, too: Spring Boot with that threshold. */
    @Test
    void aFileInMemoryAllocatesItsSizeAndAHalfAtMostAndLessThanStockWithTheSameThreshold() throws Exception {
        long tuned = perRequest(whole, "/uploads", SMALL, 100).allocatedBytes();
        assertThat(tuned).isBetween((long) SMALL, SMALL * 3L / 2);
        try (VariantProcess inMemory =
                catalog.startWithout("upload", "--spring.servlet.multipart.file-size-threshold=1MB")) {
            assertThat(perRequest(inMemory, "/uploads", SMALL, 100).allocatedBytes())
                    .isGreaterThan(tuned);
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "written bytes are counted in /proc")
    void aStreamIsWrittenOnceAndItsHeapDoesNotGrowWithTheBody() throws Exception {
        ProcessStats small = perRequest(whole, STREAM, SMALL, 100);
        ProcessStats large = perRequest(whole, STREAM, LARGE, 3);
        // On a busy machine a large one takes seconds, in which the rest of the process allocates, too.
        assertThat(large.allocatedBytes() - small.allocatedBytes()).isLessThan(LARGE / 16);
        assertThat(large.writtenBytes()).isBetween((long) LARGE, LARGE + 256L * KB);
        assertThat(perRequest(stock, STREAM, LARGE, 3).writtenBytes()).isGreaterThan(2L * LARGE);
    }

    /** What each request adds, after as many of the same that do not count. */
    private static ProcessStats perRequest(VariantProcess process, String path, int size, int requests)
            throws Exception {
        HttpRequest request = Requests.upload(process, path, size);
        ProcessStats before = process.stats();
        for (int i = 0; i < 2 * requests; i++) {
            if (i == requests) {
                before = process.stats();
            }
            Requests.send(request, 201);
        }
        ProcessStats after = process.stats();
        return new ProcessStats(
                (after.cpuNanos() - before.cpuNanos()) / requests,
                (after.allocatedBytes() - before.allocatedBytes()) / requests,
                (after.writtenBytes() - before.writtenBytes()) / requests,
                after.rssBytes(),
                after.logCalls(),
                after.longestLogCallNanos(),
                after.gcPauses(),
                after.gcPauseMillis());
    }

    @Test
    void eachHandlerHasItsOwnLimitAndTheAnswerNamesIt() throws Exception {
        int twelveMegabytes = 12 * KB * KB;
        assertThat(Requests.send(Requests.upload(whole, "/uploads", twelveMegabytes), 413))
                .contains("\"limit\":" + 10 * KB * KB, "\"actual\":", "\"property\":\"@UploadLimits");
        Requests.send(Requests.upload(whole, STREAM, 2 * LARGE), 201);
        Requests.send(Requests.upload(stock, "/uploads", twelveMegabytes), 201);
        assertThat(Requests.send(Requests.upload(stock, STREAM, 2 * LARGE), 413))
                .contains("413")
                .doesNotContain("limit\"");
    }
}
