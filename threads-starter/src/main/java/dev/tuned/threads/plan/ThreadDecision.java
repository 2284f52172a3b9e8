/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.jspecify.annotations.Nullable;

/**
 * Kind of thread for one target, and why.
 *
 * @param target web, async, scheduling or an executor
 * @param virtual true for virtual threads, false for platform threads
 * @param reason the setting or the rule that decided
 * @param unsupported the setting that requests virtual threads, if this Java does not have them; null otherwise
 * @param fit of a pool of platform threads that fits the load; null for another one
 */
public record ThreadDecision(
        String target,
        boolean virtual,
        String reason,
        @Nullable String unsupported,
        @Nullable Fit fit) {

    /**
     * A pool of platform threads that fits the load.
     *
     * @param mayOpen whether it may open to virtual threads while requests wait for its threads
     * @param hint advice in the log if it may not open and requests wait
     */
    public record Fit(boolean mayOpen, String hint) {}

    /** Whether the pool may open to virtual threads while its requests wait. */
    public boolean mayOpen() {
        return fit != null && fit.mayOpen();
    }

    /** Kind of thread, in a word. */
    public String kind() {
        return virtual ? "virtual" : "platform";
    }

    @Override
    public String toString() {
        return "%s %s (%s)".formatted(target, kind(), reason);
    }
}
