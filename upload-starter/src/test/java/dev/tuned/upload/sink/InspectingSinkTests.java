/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.util.Arrays;

import org.junit.jupiter.api.Test;

import dev.tuned.upload.CountingSink;
import dev.tuned.upload.PartInfo;
import dev.tuned.upload.UploadException;
import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.UploadSink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class InspectingSinkTests {

    private static final byte[] JPEG = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF};

    private final CountingSink counting = new CountingSink();

    private final PartInfo part = new TestPart();

    private UploadSink<Long> jpegOnly() {
        return InspectingSink.ofFirstBytes(
                counting, JPEG.length, (info, first) -> Arrays.equals(first, JPEG) ? null : "no JPEG");
    }

    @Test
    void partThatIsApprovedIsCommitted() throws IOException {
        UploadSink.Writer<Long> writer = jpegOnly().open(part);
        for (byte each : JPEG) {
            writer.write(new byte[] {each}, 0, 1);
        }
        writer.write(new byte[100], 10, 50);
        assertThat(writer.commit()).isEqualTo(53);
        assertThat(counting.aborted).hasValue(0);
    }

    @Test
    void vetoStopsTheWriteThatShowsTheContent() throws IOException {
        UploadSink.Writer<Long> writer = jpegOnly().open(part);
        writer.write(JPEG, 0, 2);
        assertThatExceptionOfType(UploadException.class)
                .isThrownBy(() -> writer.write(new byte[3], 0, 3))
                .withMessageContaining("no JPEG")
                .satisfies(veto -> assertThat(veto.reason()).isEqualTo(Reason.REJECTED));
        writer.abort();
        assertThat(counting.written).hasValue(2);
        assertThat(counting.aborted).hasValue(1);
        assertThat(counting.committed).hasValue(0);
    }

    @Test
    void partThatIsTooShortToShowItsTypeIsRefusedAtItsEnd() throws IOException {
        UploadSink.Writer<Long> writer = jpegOnly().open(part);
        writer.write(JPEG, 0, 2);
        assertThatExceptionOfType(UploadException.class).isThrownBy(writer::commit);
        writer.abort();
        assertThat(counting.aborted).hasValue(1);
        assertThat(counting.committed).hasValue(0);
    }

    @Test
    void inspectionThatThrowsAbortsToo() throws IOException {
        UploadSink<Long> sink = InspectingSink.of(counting, info -> (bytes, offset, length) -> {
            throw new IllegalArgumentException("on purpose");
        });
        UploadSink.Writer<Long> writer = sink.open(part);
        assertThatIllegalArgumentException().isThrownBy(() -> writer.write(JPEG, 0, 3));
        writer.abort();
        assertThat(counting.aborted).hasValue(1);
    }
}
