/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;

import dev.tuned.logging.queue.BatchBuffer;

/** Encodes events for a batch. For one thread. */
@FunctionalInterface
interface LineEncoder {

    /** Appends the bytes of an event; what it appended before it threw is removed by the caller. */
    void encode(ILoggingEvent event, BatchBuffer target);

    static LineEncoder delegating(Encoder<ILoggingEvent> encoder) {
        return (event, target) -> target.append(encoder.encode(event));
    }
}
