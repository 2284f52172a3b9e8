/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.pinning;

import java.time.Duration;

/** Is told of pinned threads; every bean of this type is. Thread-safe. */
@FunctionalInterface
public interface PinningListener {

    /**
     * A virtual thread has blocked without leaving its carrier thread. Called on a thread of JFR's, about a second later at
     * most; must not block.
     *
     * @param duration how long, at least the threshold
     */
    void pinned(PinnedReason reason, Duration duration);
}
