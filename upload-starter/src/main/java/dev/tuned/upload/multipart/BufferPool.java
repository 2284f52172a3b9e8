/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.util.ArrayDeque;
import java.util.Deque;

import org.jspecify.annotations.Nullable;

/** Arrays of one size for reuse. Safe for use by many threads. */
public final class BufferPool {

    private final Deque<byte[]> free = new ArrayDeque<>();

    private final int bufferSize;

    private final long maxFree;

    /** A pool of buffers of {@code bufferSize} bytes, which keeps at most {@code maxBytes} bytes. */
    public BufferPool(int bufferSize, long maxBytes) {
        this.bufferSize = bufferSize;
        maxFree = maxBytes / bufferSize;
    }

    /** Takes a buffer, which may hold any bytes. */
    public byte[] take() {
        byte @Nullable [] buffer;
        synchronized (free) {
            buffer = free.pollFirst();
        }
        return (buffer != null) ? buffer : new byte[bufferSize];
    }

    /** Gives unused buffers back. Drops those of another size, and those beyond the maximum. */
    public void giveBack(byte[]... buffers) {
        synchronized (free) {
            for (byte[] buffer : buffers) {
                if (buffer.length == bufferSize && free.size() < maxFree) {
                    free.addFirst(buffer);
                }
            }
        }
    }
}
