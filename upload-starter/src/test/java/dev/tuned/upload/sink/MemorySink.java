/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.tuned.upload.PartInfo;
import dev.tuned.upload.UploadSink;

/** Sink which keeps everything, fails where it is told to, and remembers how its writers ended. */
class MemorySink implements UploadSink<byte[]> {

    enum Fault {
        NONE,
        OPEN,
        WRITE,
        COMMIT
    }

    final List<byte[]> stored = new CopyOnWriteArrayList<>();

    final List<String> ends = new CopyOnWriteArrayList<>();

    private final Fault fault;

    MemorySink() {
        this(Fault.NONE);
    }

    MemorySink(Fault fault) {
        this.fault = fault;
    }

    @Override
    public Writer<byte[]> open(PartInfo part) throws IOException {
        failAt(Fault.OPEN);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        return new AbstractSinkWriter<>() {

            private byte[] committed = {};

            @Override
            void take(byte[] bytes, int offset, int length) throws IOException {
                failAt(Fault.WRITE);
                content.write(bytes, offset, length);
            }

            @Override
            byte[] complete() throws IOException {
                failAt(Fault.COMMIT);
                committed = content.toByteArray();
                stored.add(committed);
                ends.add("commit");
                return committed;
            }

            @Override
            void cleanUp() {
                ends.add("drop");
            }
        };
    }

    private void failAt(Fault here) throws IOException {
        if (fault == here) {
            throw new IOException("fault at " + here);
        }
    }
}
