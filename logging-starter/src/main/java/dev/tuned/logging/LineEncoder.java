/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;

/** Encodes events for a batch. For one thread. */
@FunctionalInterface
interface LineEncoder {

    /** Appends the bytes of an event; what it appended before it threw is taken back by the caller. */
    void encode(ILoggingEvent event, BatchBuffer target);

    static LineEncoder of(Encoder<ILoggingEvent> encoder) {
        return (event, target) -> {
            byte[] bytes = encoder.encode(event);
            if (bytes != null) {
                target.append(bytes, bytes.length);
            }
        };
    }
}
