/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import org.jspecify.annotations.Nullable;

/** An event that its caller has encoded; the writer only copies the bytes. */
final class EncodedEvent extends EventView {

    private final byte @Nullable [] bytes;

    EncodedEvent(ILoggingEvent event, byte @Nullable [] bytes) {
        super(event);
        this.bytes = bytes;
    }

    byte @Nullable [] bytes() {
        return bytes;
    }

    /** Copies the bytes of such events, and encodes those that the writer logs itself. */
    static LineEncoder copying(Encoder<ILoggingEvent> encoder) {
        return (event, target) -> {
            byte[] bytes = event instanceof EncodedEvent encoded ? encoded.bytes : encoder.encode(event);
            if (bytes != null) {
                target.append(bytes, bytes.length);
            }
        };
    }
}
