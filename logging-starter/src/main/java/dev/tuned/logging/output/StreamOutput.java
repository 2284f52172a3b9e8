/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

import dev.tuned.logging.queue.Output;

/** Any other stream, of an appender that was named. Of a write that failed nobody knows how much was written: its lines are lost. */
class StreamOutput extends Output {

    final byte[] array = new byte[MAX_BYTES];
    private final ByteBuffer buffer = ByteBuffer.wrap(array);

    StreamOutput(OutputStream target) {
        super(target);
    }

    @Override
    public ByteBuffer buffer() {
        return buffer;
    }

    @Override
    public int piece() {
        return MAX_BYTES;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        int count = bytes.remaining();
        target.write(array, 0, count);
        target.flush();
        return count;
    }
}
