/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.util.concurrent.atomic.AtomicReferenceArray;

import org.jspecify.annotations.Nullable;

/**
 * A few buffers to use again, in slots that threads start to look at in different places. Lock-free; safe for use by many
 * threads, also virtual ones, each of which would bring a buffer of its own if a thread kept them.
 */
public final class BufferPool {

    static final int SLOTS = 64;

    private final AtomicReferenceArray<byte @Nullable []> slots = new AtomicReferenceArray<>(SLOTS);

    private final int bufferSize;

    /** Makes a pool of buffers of that many bytes. */
    public BufferPool(int bufferSize) {
        this.bufferSize = bufferSize;
    }

    /** A buffer with anything in it. */
    public byte[] take() {
        int start = start();
        for (int i = 0; i < SLOTS; i++) {
            int slot = (start + i) % SLOTS;
            if (slots.getPlain(slot) != null) {
                byte[] buffer = slots.getAndSet(slot, null);
                if (buffer != null) {
                    return buffer;
                }
            }
        }
        return new byte[bufferSize];
    }

    /** Gives a buffer back that nobody else uses any more; one of another size, or one too many, is dropped. */
    public void giveBack(byte[] buffer) {
        if (buffer.length != bufferSize) {
            return;
        }
        int start = start();
        for (int i = 0; i < SLOTS; i++) {
            int slot = (start + i) % SLOTS;
            if (slots.getPlain(slot) == null && slots.compareAndSet(slot, null, buffer)) {
                return;
            }
        }
    }

    private static int start() {
        return (int) (Thread.currentThread().getId() & (SLOTS - 1));
    }
}
