/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;

import ch.qos.logback.core.recovery.RecoveryListener;
import ch.qos.logback.core.recovery.ResilientFileOutputStream;

/**
 * A {@link QueuedStream} in the place of the stream of a file appender, which casts it to Logback's class in prudent mode, as others may
 * do. That class opens a file when it is made: the null device, which is closed at once. The file is the one of the stream behind it.
 */
final class QueuedFileStream extends ResilientFileOutputStream {

    private static final File NOTHING = new File(File.separatorChar == '\\' ? "NUL" : "/dev/null");

    private final QueuedStream queued;
    private final ResilientFileOutputStream target;

    QueuedFileStream(QueuedStream queued, ResilientFileOutputStream target) throws IOException {
        super(NOTHING, true, 1);
        super.close();
        this.queued = queued;
        this.target = target;
        setContext(target.getContext());
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    /** As the stream behind it, which reports failures and does not throw. */
    @Override
    public void write(byte[] bytes, int offset, int length) {
        try {
            queued.write(bytes, offset, length);
        } catch (IOException ex) {
            target.postIOFailure(ex);
        }
    }

    @Override
    public void flush() {
        // While it is made it is flushed by who closes the null device.
        if (queued != null) {
            queued.flush();
        }
    }

    @Override
    public void close() throws IOException {
        if (queued != null) {
            queued.close();
        }
    }

    @Override
    public FileChannel getChannel() {
        return target.getChannel();
    }

    @Override
    public File getFile() {
        return target.getFile();
    }

    @Override
    public void postIOFailure(IOException ex) {
        target.postIOFailure(ex);
    }

    @Override
    public void addRecoveryListener(RecoveryListener listener) {
        target.addRecoveryListener(listener);
    }

    @Override
    public void removeRecoveryListener(RecoveryListener listener) {
        target.removeRecoveryListener(listener);
    }
}
