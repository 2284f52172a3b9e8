/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import ch.qos.logback.classic.spi.ILoggingEvent;

/** An event in the {@link EventRing} of which more is to be known than that it is there: a large one, or one whose caller waits. */
class QueuedEvent {

    final ILoggingEvent event;
    /** Bytes that count against the bound. */
    final int weight;
    /** Bytes of all large events up to this one, since the start; set by {@link EventRing} before the event is in it. */
    long total;

    /** The number it has in the ring, if it is there; set in the same way. */
    long number = EventRing.FULL;

    QueuedEvent(ILoggingEvent event, int weight) {
        this.event = event;
        this.weight = weight;
    }

    /** Called by the consumer when it has taken the event. */
    void taken() {}
}
