/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.storage;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;

/** Stands for a file and counts what would be system calls. */
final class CountingInputStream extends FilterInputStream {

    private int singleReads;

    private int reads;

    private int readAlls;

    private boolean closed;

    CountingInputStream(byte[] content) {
        super(new ByteArrayInputStream(content));
    }

    int singleReads() {
        return singleReads;
    }

    int reads() {
        return reads;
    }

    int readAlls() {
        return readAlls;
    }

    boolean closed() {
        return closed;
    }

    @Override
    public int read() throws IOException {
        singleReads++;
        return super.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        reads++;
        return super.read(buffer, offset, length);
    }

    @Override
    public byte[] readAllBytes() throws IOException {
        readAlls++;
        return super.readAllBytes();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        super.close();
    }
}
