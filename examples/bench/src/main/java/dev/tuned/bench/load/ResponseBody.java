/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32;

import org.jspecify.annotations.Nullable;

/** Counts a body and keeps what its check needs: a checksum of the first 16 KB and the first 64 bytes. */
final class ResponseBody {

    private static final int CHECKED = 16 * 1024;

    private final byte[] start = new byte[64];
    private final CRC32 checksum = new CRC32();
    private final @Nullable ByteArrayOutputStream copy;
    private long length;

    /** @param copy takes the whole body, or {@code null} where it is not read */
    ResponseBody(@Nullable ByteArrayOutputStream copy) {
        this.copy = copy;
    }

    void reset() {
        length = 0;
        checksum.reset();
        if (copy != null) {
            copy.reset();
        }
    }

    /** Takes at most {@code limit} bytes and returns how many it took. */
    int take(ByteBuffer in, long limit) {
        int count = (int) Math.min(in.remaining(), limit);
        int position = in.position();
        if (copy != null) {
            for (int i = 0; i < count; i++) {
                copy.write(in.get(position + i));
            }
        }
        if (length < start.length) {
            in.get(position, start, (int) length, Math.min(count, start.length - (int) length));
        }
        if (length < CHECKED) {
            int checked = (int) Math.min(count, CHECKED - length);
            int end = in.limit();
            checksum.update(in.limit(position + checked));
            in.limit(end);
        }
        in.position(position + count);
        length += count;
        return count;
    }

    long length() {
        return length;
    }

    int checksum() {
        return (int) checksum.getValue();
    }

    byte[] bytes() {
        return Objects.requireNonNull(copy).toByteArray();
    }

    boolean startsWith(byte[] prefix) {
        return prefix.length <= Math.min(length, start.length)
                && Arrays.equals(start, 0, prefix.length, prefix, 0, prefix.length);
    }

    /** The first bytes as text, for a message. */
    String excerpt() {
        return new String(start, 0, (int) Math.min(length, start.length), StandardCharsets.UTF_8).strip();
    }
}
