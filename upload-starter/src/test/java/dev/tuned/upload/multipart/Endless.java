/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.io.InputStream;
import java.util.Arrays;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A body without end: something first, and then what the reader's array holds already, or one character. */
final class Endless extends InputStream {

    private final byte[] head;

    private final char filler;

    private boolean headRead;

    Endless(String head) {
        this.head = head.getBytes(UTF_8);
        filler = 0;
    }

    Endless(char filler) {
        head = new byte[] {(byte) filler};
        this.filler = filler;
    }

    @Override
    public int read() {
        throw new UnsupportedOperationException("A byte at a time");
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (!headRead) {
            headRead = true;
            System.arraycopy(head, 0, target, offset, head.length);
            return head.length;
        }
        if (filler != 0) {
            Arrays.fill(target, offset, offset + length, (byte) filler);
        }
        return length;
    }
}
