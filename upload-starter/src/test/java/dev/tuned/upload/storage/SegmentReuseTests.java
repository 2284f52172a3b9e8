/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.storage;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Uploads that write to each other's segments while streams of ended ones are read, marked, reset and closed on other threads: no
 * reader sees a byte that is not of its own upload.
 */
class SegmentReuseTests {

    private static final int UPLOADS = Integer.getInteger("stress.uploads", 4_000);

    private static final int WRITERS = 4;

    private final UploadStorage storage = new UploadStorage(4 << 20);

    @Test
    void noReaderEverSeesAnotherUpload() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<Integer>> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int seed = i;
                writers.add(threads.submit(() -> uploads(new Random(seed), threads)));
            }
            int read = 0;
            for (Future<Integer> writer : writers) {
                read += writer.get(5, TimeUnit.MINUTES);
            }
            assertThat(read).isPositive();
        } finally {
            threads.shutdownNow();
        }
        assertThat(storage.memoryUsed()).isZero();
    }

    @Test
    void ofABurstFourMegabytesAreKept() {
        UploadStorage large = new UploadStorage(64 << 20);
        byte[][] burst =
                IntStream.range(0, 2_000).mapToObj(i -> large.segments().take()).toArray(byte[][]::new);
        large.segments().giveBack(burst);

        Set<byte[]> known = Collections.newSetFromMap(new IdentityHashMap<>());
        known.addAll(List.of(burst));
        long kept = IntStream.range(0, 2_000)
                .mapToObj(i -> large.segments().take())
                .filter(known::contains)
                .count();
        assertThat(kept * UploadStorage.SEGMENT_SIZE).isEqualTo(4 << 20);
    }

    private int uploads(Random random, ExecutorService threads) throws Exception {
        List<Future<Integer>> readers = new ArrayList<>();
        for (int i = 0; i < UPLOADS / WRITERS; i++) {
            byte own = (byte) random.nextInt();
            StoredContent content = content(own, 1 + random.nextInt(4 * UploadStorage.SEGMENT_SIZE));
            for (int j = random.nextInt(3); j >= 0; j--) {
                InputStream in = content.inputStream();
                readers.add(threads.submit(() -> read(in, own)));
                if (random.nextInt(4) == 0) {
                    readers.add(threads.submit(() -> read(in, own)));
                }
            }
            content.close();
        }
        int read = 0;
        for (Future<Integer> reader : readers) {
            read += reader.get(1, TimeUnit.MINUTES);
        }
        return read;
    }

    private StoredContent content(byte own, int size) throws IOException {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, own);
        ContentWriter writer = storage.writer(Long.MAX_VALUE, () -> Path.of("never used"));
        writer.write(bytes, 0, size, false);
        return writer.commit();
    }

    /** Reads as far as it gets: the stream may be closed, or its content gone. Never anything foreign. */
    private static int read(InputStream in, byte own) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        int[] read = {0};
        byte[] buffer = new byte[5_000];
        try {
            while (random.nextInt(50) > 0) {
                switch (random.nextInt(6)) {
                    case 0 -> in.mark(0);
                    case 1 -> in.reset();
                    case 2 -> {
                        int count = in.read(buffer);
                        check(buffer, Math.max(0, count), own, read);
                    }
                    case 3 -> {
                        int value = in.read();
                        assertThat(value == -1 || (byte) value == own).isTrue();
                    }
                    case 4 ->
                        in.transferTo(new OutputStream() {
                            @Override
                            public void write(int b) {
                                throw new UnsupportedOperationException();
                            }

                            @Override
                            public void write(byte[] bytes, int offset, int length) {
                                Thread.yield();
                                check(Arrays.copyOfRange(bytes, offset, offset + length), length, own, read);
                            }
                        });
                    default -> {
                        if (random.nextInt(10) == 0) {
                            in.close();
                        }
                    }
                }
            }
        } catch (IOException ex) {
            return read[0]; // Closed, or gone.
        }
        return read[0];
    }

    private static void check(byte[] bytes, int length, byte own, int[] read) {
        for (int i = 0; i < length; i++) {
            if (bytes[i] != own) {
                throw new AssertionError("A byte of another upload");
            }
        }
        read[0] += length;
    }
}
