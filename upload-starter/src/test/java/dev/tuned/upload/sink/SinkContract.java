/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;

import dev.tuned.upload.UploadSink;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What each sink has to keep to, whatever it writes to.
 *
 * @param <R> what the sink says about a part that it has stored whole
 */
abstract class SinkContract<R> {

    static final TestPart PART = new TestPart();

    /** The sink, over a place that is empty before each test. */
    abstract UploadSink<R> sink() throws Exception;

    /** What the place holds of a part. */
    abstract byte[] content(R stored) throws Exception;

    /** All that the place holds, whole or not. */
    abstract List<?> remains() throws Exception;

    @Test
    void whatWasWrittenIsThereAfterTheCommit() throws Exception {
        byte[] content = random(300_000);
        assertThat(content(store(sink(), content))).isEqualTo(content);
        assertThat(remains()).hasSize(1);
    }

    @Test
    void aPartWithoutBytesIsStored() throws Exception {
        assertThat(content(sink().open(PART).commit())).isEmpty();
        assertThat(remains()).hasSize(1);
    }

    @Test
    void nothingIsLeftAfterAnAbort() throws Exception {
        UploadSink.Writer<R> writer = sink().open(PART);
        write(writer, random(300_000));
        writer.abort();
        assertThat(remains()).isEmpty();
    }

    @Test
    void nothingIsLeftAfterAnAbortBeforeTheFirstByte() throws Exception {
        sink().open(PART).abort();
        assertThat(remains()).isEmpty();
    }

    @Test
    void anArrayMayBeUsedAgainAfterEachWrite() throws Exception {
        UploadSink.Writer<R> writer = sink().open(PART);
        byte[] array = {1, 2, 3, 4};
        writer.write(array, 1, 2);
        array[1] = 9;
        writer.write(array, 1, 1);
        assertThat(content(writer.commit())).containsExactly(2, 3, 9);
    }

    @Test
    void partsStoredAtTheSameTimeStayApart() throws Exception {
        UploadSink<R> sink = sink();
        byte[] one = random(200_001);
        byte[] other = random(200_002);
        ExecutorService executor = Executors.newFixedThreadPool(2);
        try {
            Callable<R> storeOne = () -> store(sink, one);
            Callable<R> storeOther = () -> store(sink, other);
            List<Future<R>> stored = executor.invokeAll(List.of(storeOne, storeOther));
            assertThat(content(stored.get(0).get())).isEqualTo(one);
            assertThat(content(stored.get(1).get())).isEqualTo(other);
        } finally {
            executor.shutdown();
        }
    }

    static <R> R store(UploadSink<R> sink, byte[] content) throws IOException {
        UploadSink.Writer<R> writer = sink.open(PART);
        write(writer, content);
        return writer.commit();
    }

    /** Writes pieces as a parser hands them out. */
    static void write(UploadSink.Writer<?> writer, byte[] content) throws IOException {
        for (int i = 0; i < content.length; i += 8130) {
            writer.write(content, i, Math.min(8130, content.length - i));
        }
    }

    static byte[] random(int size) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        return content;
    }
}
