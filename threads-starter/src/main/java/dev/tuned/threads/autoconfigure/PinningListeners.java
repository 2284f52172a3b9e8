/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import dev.tuned.threads.pinning.PinnedReason;
import dev.tuned.threads.pinning.PinningListener;

/** Tells all listeners, also when one of them fails; the first failure is logged. Thread-safe. */
final class PinningListeners implements PinningListener {

    private static final Log logger = LogFactory.getLog(PinningListeners.class);

    private final List<PinningListener> listeners;

    private final AtomicBoolean logged = new AtomicBoolean();

    PinningListeners(List<PinningListener> listeners) {
        this.listeners = listeners;
    }

    @Override
    public void pinned(PinnedReason reason, Duration duration) {
        for (PinningListener listener : this.listeners) {
            try {
                listener.pinned(reason, duration);
            } catch (RuntimeException ex) {
                if (this.logged.compareAndSet(false, true)) {
                    logger.warn("tuned threads: a listener failed and is told further on: " + listener, ex);
                }
            }
        }
    }
}
