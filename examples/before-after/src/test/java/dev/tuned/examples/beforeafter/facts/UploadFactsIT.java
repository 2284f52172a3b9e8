/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Usage;
import dev.tuned.examples.beforeafter.catalog.CreatedFiles;
import dev.tuned.examples.beforeafter.facts.TunedCatalog.Service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the upload starter does to files and heap, counted on {@code catalog-tuned} as a process, and counted again with
 * the starter (and those of caches and threads) taken off its class path, or off, where the service is the example of
 * streaming.
 */
abstract class UploadFactsIT {

    private static final int KB = 1024;
    private static final int SMALL = 500 * KB;
    private static final int LARGE = 64 * KB * KB;
    private static final int ABOVE_LIMIT = 101 * KB * KB;
    private static final int REQUESTS = 20;

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static ServiceProcess whole;
    private static ServiceProcess stock;
    private static ServiceProcess streaming;
    private static ServiceProcess notStreaming;

    @BeforeAll
    static void start() throws Exception {
        List<ServiceProcess> services = TunedCatalog.shared().running(Service.WHOLE, Service.STOCK);
        whole = services.get(0);
        stock = services.get(1);
        streaming = TunedCatalog.shared().streaming();
        notStreaming = TunedCatalog.shared().notStreaming();
    }

    @Test
    void formFieldsSmallFilesAndStreamsCreateNoTempFiles() throws Exception {
        assertThat(tempFiles(whole, Requests.form(whole))).isZero();
        assertThat(tempFiles(whole, Requests.upload(whole, SMALL))).isZero();
        assertThat(tempFiles(streaming, Requests.upload(streaming, 4 * SMALL))).isZero();
        assertThat(tempFiles(stock, Requests.form(stock))).isEqualTo(10 * 5);
        assertThat(tempFiles(stock, Requests.upload(stock, SMALL))).isEqualTo(10);
        assertThat(tempFiles(notStreaming, Requests.upload(notStreaming, 4 * SMALL)))
                .isEqualTo(10);
    }

    private static int tempFiles(ServiceProcess process, HttpRequest request) throws Exception {
        // The first request may create directories.
        Requests.send(request, 201);
        try (CreatedFiles created = CreatedFiles.below(TunedCatalog.temporaryFiles(process))) {
            for (int i = 0; i < 10; i++) {
                Requests.send(request, 201);
            }
            return created.count();
        }
    }

    /**
     * Uploads share memory. What is compared with is what has the file in memory, too: Spring Boot with that threshold.
     */
    @Test
    void aFileInMemoryAllocatesLessThanItsSizeAndMoreWithStockAndTheSameThreshold() throws Exception {
        assertThat(perRequest(whole, SMALL, REQUESTS).allocatedBytes())
                .isPositive()
                .isLessThan(SMALL);
        assertThat(perRequest(notStreaming, SMALL, REQUESTS).allocatedBytes()).isGreaterThan(SMALL);
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "written bytes are counted in /proc")
    void aStreamIsWrittenOnceAndItsHeapDoesNotGrowWithTheBody() throws Exception {
        PerRequest small = perRequest(streaming, SMALL, REQUESTS);
        // A large one takes seconds on a busy machine, in which the rest of the process allocates, too: then once more.
        await().atMost(PATIENCE).untilAsserted(() -> {
            PerRequest large = perRequest(streaming, LARGE, 1);
            assertThat(large.allocatedBytes() - small.allocatedBytes()).isLessThan(LARGE / 16);
            assertThat(large.writtenBytes()).isBetween((long) LARGE, LARGE + 256L * KB);
        });
        assertThat(perRequest(notStreaming, LARGE, 1).writtenBytes()).isGreaterThan(2L * LARGE);
    }

    /** What each request adds. Where there are several, one more before them does not count: it may load classes. */
    private record PerRequest(long allocatedBytes, long writtenBytes) {}

    private static PerRequest perRequest(ServiceProcess process, int size, int requests) throws Exception {
        HttpRequest request = Requests.upload(process, size);
        if (requests > 1) {
            Requests.send(request, 201);
        }
        Usage before = process.usage();
        for (int i = 0; i < requests; i++) {
            Requests.send(request, 201);
        }
        Usage after = process.usage();
        return new PerRequest(
                (after.allocatedBytes() - before.allocatedBytes()) / requests,
                (after.writtenBytes() - before.writtenBytes()) / requests);
    }

    @Test
    void aHandlerThatStreamsAllowsMoreThanTheApplication() throws Exception {
        Requests.send(Requests.upload(streaming, ABOVE_LIMIT), 201);
    }
}
