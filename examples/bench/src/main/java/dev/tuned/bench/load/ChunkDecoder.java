/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.net.ProtocolException;
import java.nio.ByteBuffer;

/** Takes the framing off a chunked body, however its bytes are split over reads. */
final class ChunkDecoder {

    private enum State {
        SIZE,
        EXTENSION,
        DATA,
        DATA_END,
        TRAILER
    }

    private State state = State.SIZE;
    private long remaining;
    private int lineLength;

    void reset() {
        state = State.SIZE;
        remaining = 0;
        lineLength = 0;
    }

    /** Hands the data in {@code in} to the body; returns whether the last chunk and its trailer have been read. */
    boolean take(ByteBuffer in, ResponseBody body) throws ProtocolException {
        while (in.hasRemaining()) {
            if (state == State.DATA) {
                remaining -= body.take(in, remaining);
                if (remaining == 0) {
                    state = State.DATA_END;
                }
            } else if (framing(in.get())) {
                return true;
            }
        }
        return false;
    }

    private boolean framing(byte next) throws ProtocolException {
        switch (state) {
            case SIZE -> size(next);
            case EXTENSION -> {
                if (next == '\n') {
                    startChunk();
                }
            }
            case DATA_END -> {
                if (next == '\n') {
                    reset();
                }
            }
            case TRAILER -> {
                if (next == '\n' && lineLength == 0) {
                    return true;
                }
                lineLength = next == '\n' ? 0 : next == '\r' ? lineLength : lineLength + 1;
            }
            default -> throw new IllegalStateException(state.name());
        }
        return false;
    }

    private void size(byte next) throws ProtocolException {
        int digit = Character.digit(next, 16);
        if (digit >= 0 && remaining < Integer.MAX_VALUE) {
            remaining = remaining * 16 + digit;
            lineLength++;
        } else if (lineLength > 0 && next == '\n') {
            startChunk();
        } else if (lineLength > 0 && (next == '\r' || next == ';' || next == ' ')) {
            state = State.EXTENSION;
        } else {
            throw new ProtocolException("not a chunk size");
        }
    }

    private void startChunk() {
        state = remaining == 0 ? State.TRAILER : State.DATA;
        lineLength = 0;
    }
}
