/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;

/** Encodes events for a batch. For one thread. */
@FunctionalInterface
interface LineEncoder {

    /** Appends the bytes of an event; what it appended before it threw is taken back by the caller. */
    void encode(ILoggingEvent event, BatchBuffer target);

    /** Always the bytes that the encoder itself returns, for less where the encoder is Logback's own for patterns. */
    static LineEncoder of(Encoder<ILoggingEvent> encoder) {
        LineEncoder lines =
                encoder instanceof CallerlessEncoder callerless ? callerless.reusing() : PatternLineEncoder.of(encoder);
        return lines != null ? lines : delegating(encoder);
    }

    static LineEncoder delegating(Encoder<ILoggingEvent> encoder) {
        return (event, target) -> {
            byte[] bytes = encoder.encode(event);
            if (bytes != null) {
                target.append(bytes, bytes.length);
            }
        };
    }
}
