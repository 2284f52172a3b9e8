/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.io.InputStream;
import java.util.function.IntSupplier;

/** A body that arrives in reads of given sizes. */
final class Trickle extends InputStream {

    private final byte[] body;

    private final IntSupplier sizes;

    private int position;

    Trickle(byte[] body, IntSupplier sizes) {
        this.body = body;
        this.sizes = sizes;
    }

    /** A first read up to the index, and one of the rest. */
    static Trickle splitAt(byte[] body, int index) {
        int[] sizes = {index, body.length};
        int[] reads = {0};
        return new Trickle(body, () -> sizes[Math.min(reads[0]++, 1)]);
    }

    int position() {
        return position;
    }

    @Override
    public int read() {
        throw new UnsupportedOperationException("A byte at a time");
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (position == body.length) {
            return -1;
        }
        int count = Math.min(Math.min(Math.max(1, sizes.getAsInt()), length), body.length - position);
        System.arraycopy(body, position, target, offset, count);
        position += count;
        return count;
    }
}
