/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.queue.EventSize;

/** An event that its caller has encoded; the writer only copies the bytes. */
final class EncodedEvent extends EventView implements EventSize.Encoded {

    private final byte @Nullable [] bytes;
    private final @Nullable RuntimeException failure;

    private EncodedEvent(ILoggingEvent event, byte @Nullable [] bytes, @Nullable RuntimeException failure) {
        super(event, false);
        this.bytes = bytes;
        this.failure = failure;
    }

    /** Encodes an event now; what the encoder throws is thrown where the bytes are asked for. */
    static EncodedEvent of(ILoggingEvent event, Encoder<ILoggingEvent> encoder) {
        try {
            return new EncodedEvent(event, encoder.encode(event), null);
        } catch (RuntimeException ex) {
            return new EncodedEvent(event, null, ex);
        }
    }

    @Override
    public int encodedBytes() {
        return bytes == null ? 0 : bytes.length;
    }

    /** The bytes of such an event, or what the encoder makes of another one. */
    static byte @Nullable [] encode(ILoggingEvent event, Encoder<ILoggingEvent> encoder) {
        if (!(event instanceof EncodedEvent encoded)) {
            return encoder.encode(event);
        }
        if (encoded.failure != null) {
            throw encoded.failure;
        }
        return encoded.bytes;
    }
}
