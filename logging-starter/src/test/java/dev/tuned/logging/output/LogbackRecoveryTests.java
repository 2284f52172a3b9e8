/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.recovery.RecoveryListener;
import ch.qos.logback.core.recovery.ResilientFileOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What {@link FileTarget} relies on in Logback's stream, which says none of it in its documentation. */
class LogbackRecoveryTests {

    @TempDir
    Path directory;

    @Test
    void aStreamThatIsInformedOfAFailureIsOpenedAgainByAWriteOfNothingAndRecoversByAFlush() throws IOException {
        File file = directory.resolve("log").toFile();
        List<String> seen = new CopyOnWriteArrayList<>();
        try (ResilientFileOutputStream stream = new ResilientFileOutputStream(file, true, 8192)) {
            stream.setContext(new LoggerContext());
            stream.addRecoveryListener(new RecoveryListener() {
                @Override
                public void newFailure(IOException ex) {
                    seen.add(ex.getMessage());
                }

                @Override
                public void recoveryOccured() {
                    seen.add("recovered");
                }
            });
            FileChannel before = stream.getChannel();
            stream.postIOFailure(new IOException("disk full"));
            assertThat(seen).containsExactly("disk full");
            await().until(() -> {
                stream.write(new byte[0], 0, 0);
                return stream.getChannel() != before;
            });
            assertThat(before.isOpen()).isFalse();
            stream.flush();
            assertThat(seen).containsExactly("disk full", "recovered");
            assertThat(file).isEmpty();
        }
    }
}
