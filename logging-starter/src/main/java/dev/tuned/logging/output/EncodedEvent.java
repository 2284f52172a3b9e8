/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import org.jspecify.annotations.Nullable;

/** An event that its caller has encoded; the writer only copies the bytes. */
final class EncodedEvent extends EventView {

    private final byte @Nullable [] bytes;

    EncodedEvent(ILoggingEvent event, byte @Nullable [] bytes) {
        super(event, false);
        this.bytes = bytes;
    }

    /** The bytes of such an event, or what the encoder makes of another one. */
    static byte @Nullable [] encode(ILoggingEvent event, Encoder<ILoggingEvent> encoder) {
        return event instanceof EncodedEvent encoded ? encoded.bytes : encoder.encode(event);
    }
}
