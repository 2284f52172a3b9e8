/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import dev.tuned.examples.beforeafter.facts.TunedCatalog.Service;
import dev.tuned.examples.beforeafter.process.ProcessStats;
import dev.tuned.examples.beforeafter.process.VariantProcess;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the upload starter does to files and heap, counted on {@code catalog-tuned} as a process, and counted again with the
 * starter (and that of caches or threads) taken off its class path.
 */
class UploadFactsIT {

    private static final String STREAM = "/uploads/stream";
    private static final int KB = 1024;
    private static final int SMALL = 500 * KB;
    private static final int LARGE = 64 * KB * KB;
    private static final int REQUESTS = 20;

    private static VariantProcess whole;
    private static VariantProcess stock;
    private static VariantProcess inMemory;

    @BeforeAll
    static void start() throws Exception {
        List<VariantProcess> services = TunedCatalog.shared()
                .running(Service.WHOLE, Service.WITHOUT_CACHE_AND_UPLOAD, Service.WITHOUT_THREADS_AND_UPLOAD);
        whole = services.get(0);
        stock = services.get(1);
        inMemory = services.get(2);
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
        long tuned = perRequest(whole, "/uploads", SMALL, REQUESTS).allocatedBytes();
        assertThat(tuned).isBetween((long) SMALL, SMALL * 3L / 2);
        assertThat(perRequest(inMemory, "/uploads", SMALL, REQUESTS).allocatedBytes())
                .isGreaterThan(tuned);
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "written bytes are counted in /proc")
    void aStreamIsWrittenOnceAndItsHeapDoesNotGrowWithTheBody() throws Exception {
        ProcessStats small = perRequest(whole, STREAM, SMALL, REQUESTS);
        List<ProcessStats> large = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            large.add(perRequest(whole, STREAM, LARGE, 1));
        }
        // A large one takes seconds on a busy machine, in which the rest of the process allocates, too: the least has
        // least of it.
        long least =
                large.stream().mapToLong(ProcessStats::allocatedBytes).min().orElseThrow();
        assertThat(least - small.allocatedBytes()).isLessThan(LARGE / 16);
        assertThat(large)
                .extracting(ProcessStats::writtenBytes)
                .allSatisfy(written -> assertThat(written).isBetween((long) LARGE, LARGE + 256L * KB));
        assertThat(perRequest(stock, STREAM, LARGE, 1).writtenBytes()).isGreaterThan(2L * LARGE);
    }

    /** What each request adds. Where there are several, one more before them does not count: it may load classes. */
    private static ProcessStats perRequest(VariantProcess process, String path, int size, int requests)
            throws Exception {
        HttpRequest request = Requests.upload(process, path, size);
        if (requests > 1) {
            Requests.send(request, 201);
        }
        ProcessStats before = process.stats();
        for (int i = 0; i < requests; i++) {
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
