/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Heap that the server's thread allocates for an upload, before the application does anything with it. */
class UploadAllocationIT {

    private static final int SIZE = 500_000;

    @Test
    void fileWithinTheThresholdCostsItsOwnSizeAndLittleMore() throws Exception {
        try (UploadServer tuned = new UploadServer();
                UploadServer stock = new UploadServer(
                        "tuned.upload.enabled=false", "spring.servlet.multipart.file-size-threshold=1MB")) {
            long ours = allocated(tuned, file());
            long theirs = allocated(stock, file());
            assertThat(ours).isBetween((long) SIZE, SIZE + 20_000L).isLessThan(theirs / 2);
        }
    }

    @Test
    void fieldsCostAFractionOfWhatTheyDid() throws Exception {
        try (UploadServer tuned = new UploadServer();
                UploadServer stock = new UploadServer("tuned.upload.enabled=false")) {
            long ours = allocated(tuned, fields());
            long theirs = allocated(stock, fields());
            assertThat(ours).isLessThan(theirs / 5);
        }
    }

    /** The least of some: what is loaded or compiled at first does not count. */
    private static long allocated(UploadServer server, Supplier<FormData> form) throws Exception {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 60; i++) {
            least = Math.min(least, Long.parseLong(server.post("/allocated", form.get())));
        }
        return least;
    }

    private static Supplier<FormData> file() {
        return () -> new FormData().file("file", "a.bin", FormData.random(SIZE));
    }

    private static Supplier<FormData> fields() {
        return () -> {
            FormData form = new FormData();
            for (int i = 0; i < 5; i++) {
                form.field("field" + i, "value " + i);
            }
            return form;
        };
    }
}
