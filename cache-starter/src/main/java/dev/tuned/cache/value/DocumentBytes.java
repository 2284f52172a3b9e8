/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.io.OutputStream;
import java.util.Arrays;

/** A document that is being made: ends at Couchbase's limit, and counts what it holds. For one thread. */
final class DocumentBytes extends OutputStream {

    private static final int MIN_BYTES = 512;

    private final MemoryBudget budget;
    private byte[] bytes = new byte[0];
    private int length;

    DocumentBytes(MemoryBudget budget) {
        this.budget = budget;
    }

    @Override
    public void write(int value) {
        makeRoom(1);
        bytes[length++] = (byte) value;
    }

    @Override
    public void write(byte[] source, int offset, int count) {
        makeRoom(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
    }

    private void makeRoom(int count) {
        if (count > ValueCodec.MAX_BYTES - length) {
            throw new TooLargeException();
        }
        int needed = length + count;
        if (needed > bytes.length) {
            int capacity = Math.min(ValueCodec.MAX_BYTES, Math.max(needed, Math.max(MIN_BYTES, bytes.length * 2)));
            budget.take(capacity - bytes.length);
            try {
                bytes = Arrays.copyOf(bytes, capacity);
            } catch (Throwable ex) {
                budget.giveBack(capacity - bytes.length);
                throw ex;
            }
        }
    }

    /** The document; of what was taken for it, its length stays taken. */
    byte[] take() {
        byte[] document = (length == bytes.length) ? bytes : Arrays.copyOf(bytes, length);
        budget.giveBack(bytes.length - length);
        bytes = document;
        return document;
    }

    /** Gives back all that was taken. */
    void abandon() {
        budget.giveBack(bytes.length);
        bytes = new byte[0];
        length = 0;
    }
}
