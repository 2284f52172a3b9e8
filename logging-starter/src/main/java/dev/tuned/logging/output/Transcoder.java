/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;

import dev.tuned.logging.queue.BatchBuffer;

/**
 * Appends the characters of lines to a batch, as the bytes {@link String#getBytes(Charset)} would return, but allocates nothing.
 * For one thread.
 */
final class Transcoder {

    private static final int CHUNK_CHARS = 4096;
    private static final int SPARE_BYTES = 16;
    private static final int LARGEST_KEPT_CHARS = 32 * 1024;
    private static final byte[] NONE = {};

    private final CharsetEncoder encoder;
    private final CharBuffer chars = CharBuffer.allocate(CHUNK_CHARS);
    private byte[] array = NONE;
    private ByteBuffer bytes = ByteBuffer.wrap(array);

    Transcoder(Charset charset) {
        encoder = charset.newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
    }

    /** Appends a whole line; the batch is left as it was if that fails. */
    void append(StringBuilder line, BatchBuffer target) {
        int length = line.length();
        if (length == 0) {
            return;
        }
        makeRoom(target, target.end(), length + SPARE_BYTES);
        encoder.reset();
        for (int from = 0; from < length; from += chars.position()) {
            int count = Math.min(length - from, CHUNK_CHARS);
            line.getChars(from, from + count, chars.array(), 0);
            chars.clear().limit(count);
            boolean last = from + count == length;
            while (encoder.encode(chars, bytes, last).isOverflow()) {
                makeRoom(target, bytes.position(), chars.remaining() * 2 + SPARE_BYTES);
            }
        }
        while (encoder.flush(bytes).isOverflow()) {
            makeRoom(target, bytes.position(), SPARE_BYTES);
        }
        target.end(bytes.position());
        if (length > LARGEST_KEPT_CHARS) {
            // The batch may have grown for it, and is not to be held on to.
            wrap(NONE);
        }
    }

    private void makeRoom(BatchBuffer target, int position, int more) {
        byte[] reserved = target.reserve(position - target.end() + more);
        if (array != reserved) {
            wrap(reserved);
        }
        bytes.clear().position(position);
    }

    private void wrap(byte[] reserved) {
        array = reserved;
        bytes = ByteBuffer.wrap(reserved);
    }
}
