/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.tuned.upload.PartInfo;
import dev.tuned.upload.UploadSink;

/** Sink which keeps everything. */
class MemorySink implements UploadSink<byte[]> {

    final List<byte[]> stored = new CopyOnWriteArrayList<>();

    @Override
    public Writer<byte[]> open(PartInfo part) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        return new Writer<>() {

            @Override
            public void write(byte[] bytes, int offset, int length) {
                content.write(bytes, offset, length);
            }

            @Override
            public byte[] commit() {
                byte[] committed = content.toByteArray();
                stored.add(committed);
                return committed;
            }

            @Override
            public void abort() {
                content.reset();
            }
        };
    }
}
