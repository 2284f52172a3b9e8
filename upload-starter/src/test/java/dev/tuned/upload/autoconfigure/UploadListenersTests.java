/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.tuned.upload.RecordingListener;
import dev.tuned.upload.UploadListener;
import dev.tuned.upload.UploadListener.Mode;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class UploadListenersTests {

    @Test
    void listenerThatThrowsIsLoggedOnceAndTheOthersAreNotified(CapturedOutput output) {
        UploadListener failing = new UploadListener() {

            @Override
            public void started(Mode mode) {
                throw new IllegalStateException("on purpose");
            }

            @Override
            public void finished(Mode mode, String outcome, long bytes, long nanos) {
                throw new AssertionError("on purpose, too");
            }
        };
        RecordingListener recording = new RecordingListener();
        UploadListener all = new UploadListeners(List.of(failing, recording));
        for (int i = 0; i < 3; i++) {
            all.started(Mode.STREAMING);
            all.finished(Mode.STREAMING, UploadListener.COMPLETED, 1, 1);
        }
        assertThat(recording.heard()).hasSize(6);
        assertThat(output.getOut().split("An UploadListener failed", -1)).hasSize(2);
    }
}
